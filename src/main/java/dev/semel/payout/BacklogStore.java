// The SQL of what is under way at each provider.
package dev.semel.payout;

import dev.semel.db.Sql;
import dev.semel.domain.CurrencyCode;
import dev.semel.domain.Money;
import dev.semel.domain.PayoutState;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts what is under way at each provider. */
@Singleton
public final class BacklogStore {
  private final Sql sql;

  BacklogStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * What is under way at one provider.
   *
   * @param counts how many payouts are in each state that is not final
   * @param unknown the money in unknown submissions, one sum for each currency
   */
  public record Backlog(Map<PayoutState, Long> counts, List<Money> unknown) {}

  private record Row(String provider, PayoutState state, Money sum, long count) {}

  /**
   * What of one provider's payouts rests on its promises.
   *
   * @param unknown whether the outcome of one is not known, or was not, and it may be sent again
   * @param submitting whether one is being sent, by any node, or its node died over it
   */
  public record Resting(boolean unknown, boolean submitting) {}

  /** What of a provider's payouts, of all tenants, rests on its promises. */
  public Resting resting(String provider) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT EXISTS (SELECT FROM payout WHERE provider = :provider AND closed_at IS NULL
                                       AND (state = 'submission_unknown' OR (state = 'ready' AND ever_unknown))) AS unknown,
                           EXISTS (SELECT FROM payout WHERE provider = :provider AND closed_at IS NULL AND state = 'submitting') AS submitting
                    """)
                .bind("provider", provider)
                .map(
                    (row, _) ->
                        new Resting(row.getBoolean("unknown"), row.getBoolean("submitting")))
                .one());
  }

  /**
   * What is under way, by provider.
   *
   * @param operator whether to count every tenant's payouts, not only this one's
   */
  public Map<String, Backlog> perProvider(String tenantId, boolean operator) {
    Map<String, Backlog> backlogs = new HashMap<>();
    for (Row row : rows(tenantId, operator)) {
      Backlog backlog =
          backlogs.computeIfAbsent(
              row.provider(),
              _ -> new Backlog(new EnumMap<>(PayoutState.class), new ArrayList<>()));
      backlog.counts().merge(row.state(), row.count(), Long::sum);
      if (row.state() == PayoutState.SUBMISSION_UNKNOWN) {
        backlog.unknown().add(row.sum());
      }
    }
    return backlogs;
  }

  private List<Row> rows(String tenantId, boolean operator) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT provider, state, currency, sum(amount) AS sum, count(*) AS count FROM payout
                    WHERE closed_at IS NULL AND (:operator OR tenant_id = :tenant)
                    GROUP BY provider, state, currency ORDER BY provider, state, currency
                    """)
                .bind("tenant", tenantId)
                .bind("operator", operator)
                .map(
                    (row, _) ->
                        new Row(
                            row.getString("provider"),
                            PayoutState.ofWireName(row.getString("state")),
                            new Money(
                                row.getBigDecimal("sum"),
                                CurrencyCode.of(row.getString("currency"))),
                            row.getLong("count")))
                .list());
  }
}
