// The SQL of a provider's line of submissions.
package dev.semel.submission;

import dev.semel.db.Sql;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Optional;

/** Reads and writes a provider's line of submissions, and counts what was sent each minute. */
@Singleton
final class FlowStore {
  private static final String THIS_MINUTE = "CAST(floor(extract(epoch FROM now()) / 60) AS bigint)";

  private final Sql sql;

  FlowStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * A provider's line, locked by this transaction.
   *
   * @param nextFree when the first free place is
   * @param now the database's time
   */
  record Line(Instant nextFree, Instant now) {}

  /**
   * Locks a provider's line. It is waited for for a moment only, and held for a moment only should
   * this node be stopped just now. That the last places taken are forgotten in a crash of the
   * database does no harm, so that nobody waits for its disk.
   */
  Line lock(String provider) {
    sql.use(
        handle ->
            handle
                .createQuery(
                    "SELECT set_config('lock_timeout', '250ms', true) || set_config('idle_in_transaction_session_timeout', '2s', true) || set_config('synchronous_commit', 'off', true)")
                .mapTo(String.class)
                .one());
    return find(provider)
        .or(
            () -> {
              begin(provider);
              return find(provider);
            })
        .orElseThrow();
  }

  private Optional<Line> find(String provider) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT next_free, now() AS now FROM provider_pace WHERE provider = :provider FOR UPDATE")
                .bind("provider", provider)
                .map(
                    (row, _) ->
                        new Line(
                            row.getTimestamp("next_free").toInstant(),
                            row.getTimestamp("now").toInstant()))
                .findOne());
  }

  private void begin(String provider) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    "INSERT INTO provider_pace (provider, next_free) VALUES (:provider, now() - interval '1 second') ON CONFLICT DO NOTHING")
                .bind("provider", provider)
                .execute());
  }

  /** What was sent to a provider of late. Exact while its line is locked. */
  RetryBudget.Sent sent(String provider) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT coalesce(sum(first_submissions), 0) AS firsts, coalesce(sum(retries), 0) AS retries,
                        coalesce(sum(retries) FILTER (WHERE minute = present), 0) AS now
                    FROM provider_minute, (SELECT %s AS present) AS clock
                    WHERE provider = :provider AND minute > present - :minutes AND minute <= present
                    """
                        .formatted(THIS_MINUTE))
                .bind("provider", provider)
                .bind("minutes", RetryBudget.MINUTES)
                .map(
                    (row, _) ->
                        new RetryBudget.Sent(
                            row.getLong("firsts"), row.getLong("retries"), row.getLong("now")))
                .one());
  }

  /**
   * Writes where a provider's line ends now, and counts what was taken.
   *
   * @param counted what is added to the present minute; negative for what is given back
   */
  void write(String provider, Instant nextFree, Places counted) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    WITH pace AS (UPDATE provider_pace SET next_free = :next WHERE provider = :provider)
                    INSERT INTO provider_minute AS counted (provider, slot, minute, first_submissions, retries)
                    SELECT :provider, present %% 16, present, greatest(:firsts, 0), greatest(:retries, 0) FROM (SELECT %s AS present) AS clock
                    ON CONFLICT (provider, slot) DO UPDATE SET minute = EXCLUDED.minute,
                        first_submissions = CASE WHEN counted.minute = EXCLUDED.minute THEN greatest(counted.first_submissions + :firsts, 0) ELSE EXCLUDED.first_submissions END,
                        retries = CASE WHEN counted.minute = EXCLUDED.minute THEN greatest(counted.retries + :retries, 0) ELSE EXCLUDED.retries END
                    """
                        .formatted(THIS_MINUTE))
                .bind("provider", provider)
                .bind("next", nextFree)
                .bind("firsts", counted.firsts())
                .bind("retries", counted.retries())
                .execute());
  }
}
