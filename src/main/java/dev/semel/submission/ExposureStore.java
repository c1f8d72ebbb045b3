// The SQL of the money in unknown submissions.
package dev.semel.submission;

import dev.semel.db.Sql;
import dev.semel.domain.CurrencyCode;
import dev.semel.domain.Money;
import jakarta.inject.Singleton;
import java.util.List;

/** Sums the money in unknown submissions, and keeps where it is at its cap. */
@Singleton
public final class ExposureStore {
  private final Sql sql;

  ExposureStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * The money in unknown submissions to a provider in one currency.
   *
   * @param sum the money, of all tenants
   * @param count how many payouts that are
   * @param stopped whether it was at its cap when somebody looked last
   */
  record Exposure(Money sum, long count, boolean stopped) {}

  /** The money in unknown submissions to a provider in a currency. */
  Exposure exposure(String provider, CurrencyCode currency) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT coalesce(sum(amount), 0) AS sum, count(*) AS count,
                        EXISTS (SELECT FROM provider_exposure WHERE provider = :provider AND currency = :currency AND reached_at IS NOT NULL) AS stopped
                    FROM payout WHERE provider = :provider AND state = 'submission_unknown' AND currency = :currency AND closed_at IS NULL
                    """)
                .bind("provider", provider)
                .bind("currency", currency.code())
                .map(
                    (row, _) ->
                        new Exposure(
                            new Money(row.getBigDecimal("sum"), currency),
                            row.getLong("count"),
                            row.getBoolean("stopped")))
                .one());
  }

  /**
   * Notes that the money is at its cap.
   *
   * @return false when somebody had noted it before
   */
  boolean reached(String provider, CurrencyCode currency) {
    return sql.with(
            handle ->
                handle
                    .createUpdate(
                        """
                        INSERT INTO provider_exposure AS known (provider, currency, reached_at) VALUES (:provider, :currency, now())
                        ON CONFLICT (provider, currency) DO UPDATE SET reached_at = now() WHERE known.reached_at IS NULL
                        """)
                    .bind("provider", provider)
                    .bind("currency", currency.code())
                    .execute())
        == 1;
  }

  /**
   * Notes that the money is under its cap again.
   *
   * @return false when somebody had noted it before
   */
  boolean fell(String provider, CurrencyCode currency) {
    return sql.with(
            handle ->
                handle
                    .createUpdate(
                        "UPDATE provider_exposure SET reached_at = NULL WHERE provider = :provider AND currency = :currency AND reached_at IS NOT NULL")
                    .bind("provider", provider)
                    .bind("currency", currency.code())
                    .execute())
        == 1;
  }

  /** The currencies in which the money in unknown submissions to a provider is at its cap. */
  public List<String> stopped(String provider) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT currency FROM provider_exposure WHERE provider = :provider AND reached_at IS NOT NULL ORDER BY currency")
                .bind("provider", provider)
                .mapTo(String.class)
                .list());
  }
}
