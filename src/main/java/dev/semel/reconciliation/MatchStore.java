// The SQL that brings payouts and report lines together.
package dev.semel.reconciliation;

import dev.semel.db.Sql;
import dev.semel.domain.CurrencyCode;
import dev.semel.domain.Money;
import dev.semel.domain.PayoutState;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.WireNames;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * Brings payouts and report lines together: on our reference first, of whichever attempt, then on
 * the provider's own id.
 */
@Singleton
public class MatchStore {
  private static final String OURS =
      """
      p.id AS payout, p.tenant_id, p.amount AS asked_amount, p.currency AS asked_currency, p.state, pa.client_reference, p.provider_payout_id AS known_id, p.returned_amount AS known_back, p.returned_currency AS known_back_currency,
      p.paid_at, CASE p.state WHEN 'paid' THEN p.paid_at WHEN 'returned' THEN p.updated_at ELSE coalesce(p.closed_at, p.updated_at) END AS reached_at
      """;

  private static final String THEIRS =
      """
      l.report_id, l.line, l.reference, l.provider_payout_id, trim_scale(l.amount) AS amount, l.currency, l.status, l.provider_word, l.returned_amount, l.returned_currency,
      coalesce(l.settled_at, CAST(r.business_date + 1 AS timestamp) AT TIME ZONE :zone) AS moved_at, r.received_at
      """;

  /**
   * The payout that a line names. Two questions to two unique indexes, and not two joins: a
   * report's lines are so new that the planner knows nothing of them, and might join them in
   * minutes.
   */
  private static final String NAMED =
      """
      coalesce((SELECT a.payout_id FROM attempt a WHERE a.provider = :provider AND a.client_reference = l.reference COLLATE "C"),
          (SELECT q.id FROM payout q WHERE q.provider = :provider AND q.provider_payout_id = l.provider_payout_id COLLATE "C")) AS named
      """;

  private static final String JOINED =
      """
       FROM lines l JOIN report r ON r.id = l.report_id
      LEFT JOIN payout p ON p.id = l.named
      LEFT JOIN attempt pa ON pa.payout_id = p.id AND pa.number = p.attempt
      """;

  private final Sql sql;

  MatchStore(Sql sql) {
    this.sql = sql;
  }

  /** All lines of a report, each with the payout that it names, put together by payout. */
  List<Pair> linesOf(Day day, String reportId) {
    String query =
        "WITH lines AS MATERIALIZED (SELECT l.*, "
            + NAMED
            + " FROM report_line l WHERE l.report_id = :report) SELECT "
            + OURS
            + ", "
            + THEIRS
            + JOINED
            + " ORDER BY l.line";
    return pairs(query, day, Map.of("report", reportId));
  }

  /**
   * What earlier reports say of payouts on which both sides were not equally far when an earlier
   * run looked, as long as no case tells of it.
   */
  List<Pair> carriedLines(Day day, String reportId) {
    String query =
        "WITH lines AS MATERIALIZED (SELECT l.*, "
            + NAMED
            + """
             FROM report r JOIN report_line l ON l.report_id = r.id
            WHERE r.originator = :provider AND r.status = 'accepted' AND r.id <> :report
                AND r.business_date >= CAST(:date AS date) - :back AND r.business_date < CAST(:date AS date)) SELECT\s"""
            + OURS
            + ", "
            + THEIRS
            + JOINED
            + """
             WHERE (p.state IN ('submitting', 'sent') AND l.status <> 'processing'
                    OR p.state IN ('paid', 'failed') AND l.status = 'processing'
                    OR p.state = 'returned' AND l.status IN ('processing', 'paid'))
                AND NOT EXISTS (SELECT FROM report_line o WHERE o.report_id = :report AND o.reference = l.reference)
                AND NOT EXISTS (SELECT FROM ops_case c WHERE c.tenant_id = p.tenant_id AND c.kind = 'status_differs' AND c.difference = p.id)
            ORDER BY r.business_date, l.line
            """;
    return pairs(
        query, day, Map.of("report", reportId, "date", day.date().toString(), "back", Day.BACK));
  }

  /**
   * Payouts that we have as paid on the day and that no report has; and those of earlier days that
   * an earlier run found too young, as long as no case tells of them.
   */
  List<Ours> inNoReport(Day day, String reportId, Instant until) {
    // The day's own report is ruled out first and as a whole, for the same reason.
    String query =
        """
        WITH here AS MATERIALIZED (SELECT\s"""
            + NAMED
            + """
             FROM report_line l WHERE l.report_id = :report),
        missing AS MATERIALIZED (
            SELECT * FROM payout p
            WHERE p.provider = :provider AND p.paid_at >= :from AND p.paid_at < :to AND p.paid_at <= :until
                AND p.id NOT IN (SELECT named FROM here WHERE named IS NOT NULL))
        SELECT\s"""
            + OURS
            + """
             FROM missing p JOIN attempt pa ON pa.payout_id = p.id AND pa.number = p.attempt
            WHERE NOT EXISTS (SELECT FROM attempt a JOIN report_line l ON l.reference COLLATE "C" = a.client_reference JOIN report r ON r.id = l.report_id
                    WHERE a.payout_id = p.id AND r.originator = :provider AND r.status = 'accepted')
                AND NOT EXISTS (SELECT FROM report_line l JOIN report r ON r.id = l.report_id
                    WHERE l.provider_payout_id COLLATE "C" = p.provider_payout_id AND r.originator = :provider AND r.status = 'accepted')
                AND (p.paid_at >= :start
                    OR EXISTS (SELECT FROM reconciliation e WHERE e.provider = :provider AND e.status = 'finished'
                            AND e.business_date = CAST(p.paid_at AT TIME ZONE :zone AS date))
                        AND NOT EXISTS (SELECT FROM ops_case c WHERE c.tenant_id = p.tenant_id AND c.kind = 'ours_not_theirs' AND c.difference = p.id))
            ORDER BY p.id
            """;
    return sql.with(
        handle ->
            handle
                .createQuery(query)
                .bind("provider", day.provider())
                .bind("zone", day.zone().getId())
                .bind("report", reportId)
                .bind("from", day.start().minus(Day.LOOK_BACK))
                .bind("start", day.start())
                .bind("to", day.end())
                .bind("until", until)
                .map((row, _) -> ours(row))
                .list());
  }

  private List<Pair> pairs(String text, Day day, Map<String, Object> values) {
    Map<String, Gathered> gathered = new LinkedHashMap<>();
    sql.use(
        handle -> {
          Query query =
              handle
                  .createQuery(text)
                  .bind("provider", day.provider())
                  .bind("zone", day.zone().getId())
                  .bindMap(values);
          query
              .map(
                  (row, _) ->
                      new Row(row.getString("payout") == null ? null : ours(row), theirs(row)))
              .forEach(
                  row ->
                      gathered
                          .computeIfAbsent(row.key(), _ -> new Gathered(row.ours()))
                          .lines
                          .add(row.theirs()));
        });
    return gathered.values().stream().map(Gathered::pair).toList();
  }

  private record Row(@Nullable Ours ours, Theirs theirs) {
    String key() {
      return ours == null ? "-" + theirs.name() : ours.id();
    }
  }

  private static final class Gathered {
    private final @Nullable Ours ours;
    private final List<Theirs> lines = new ArrayList<>();

    Gathered(@Nullable Ours ours) {
      this.ours = ours;
    }

    Pair pair() {
      return new Pair(Optional.ofNullable(ours), lines);
    }
  }

  private static Ours ours(ResultSet row) throws SQLException {
    @Nullable Timestamp paidAt = row.getTimestamp("paid_at");
    return new Ours(
        row.getString("payout"),
        row.getString("tenant_id"),
        new Money(
            row.getBigDecimal("asked_amount").stripTrailingZeros(),
            CurrencyCode.of(row.getString("asked_currency"))),
        PayoutState.ofWireName(row.getString("state")),
        row.getString("client_reference"),
        Optional.ofNullable(row.getString("known_id")),
        money(row, "known_back", "known_back_currency"),
        row.getTimestamp("reached_at").toInstant(),
        Optional.ofNullable(paidAt).map(Timestamp::toInstant));
  }

  private static Theirs theirs(ResultSet row) throws SQLException {
    String currency = row.getString("currency");
    return new Theirs(
        row.getString("report_id"),
        row.getInt("line"),
        Optional.ofNullable(row.getString("reference")),
        Optional.ofNullable(row.getString("provider_payout_id")),
        inMinorUnits(row.getBigDecimal("amount"), currency),
        currency,
        money(row, "returned_amount", "returned_currency"),
        WireNames.parse(ProviderStatus.class, row.getString("status")),
        row.getString("provider_word"),
        row.getTimestamp("moved_at").toInstant(),
        row.getTimestamp("received_at").toInstant());
  }

  private static Optional<Money> money(ResultSet row, String amount, String currency)
      throws SQLException {
    @Nullable BigDecimal value = row.getBigDecimal(amount);
    return value == null
        ? Optional.empty()
        : Optional.of(
            new Money(value.stripTrailingZeros(), CurrencyCode.of(row.getString(currency))));
  }

  /** The amount with the decimals of its currency. */
  private static BigDecimal inMinorUnits(BigDecimal amount, String currency) {
    return new Money(amount.stripTrailingZeros(), CurrencyCode.of(currency)).amount();
  }
}
