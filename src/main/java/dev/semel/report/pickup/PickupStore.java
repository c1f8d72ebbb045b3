// The SQL of the places where reports are looked for.
package dev.semel.report.pickup;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.semel.db.Sql;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Reads and writes how the looking for reports stands. */
@Singleton
final class PickupStore {
  private static final JsonMapper JSON = new JsonMapper();

  private final Sql sql;

  PickupStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * A look that this node has taken on.
   *
   * @param provider whose reports are looked for
   * @param epoch proves that the look is still this node's
   * @param tries the looks before that a fault of the transport ended
   * @param told whether people were told that something is the matter
   * @param at the moment of the look, by the database's clock
   */
  record Claim(String provider, long epoch, List<Try> tries, boolean told, Instant at) {
    Claim {
      tries = List.copyOf(tries);
    }
  }

  /**
   * Makes a place known, and looks there at once where it is another than before, or where nobody
   * looks any more: its file, a setting or a secret may have been mended.
   *
   * @param place what a look rests on, without secrets
   */
  void prepare(String provider, String place) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    INSERT INTO report_source AS s (provider, place) VALUES (:provider, :place)
                    ON CONFLICT (provider) DO UPDATE SET place = excluded.place, due_at = now(), tries = '[]', stopped = NULL, stopped_at = NULL
                    WHERE s.place <> excluded.place OR s.stopped IS NOT NULL
                    """)
                .bind("provider", provider)
                .bind("place", place)
                .execute());
  }

  /** Takes a look on that is due, for as long as the lease lasts. */
  Optional<Claim> claim(Collection<String> providers, Duration lease) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    UPDATE report_source SET lease_until = now() + CAST(:lease AS interval), lease_epoch = lease_epoch + 1
                    WHERE provider = (
                        SELECT provider FROM report_source
                        WHERE provider = ANY(:providers) AND due_at <= now() AND stopped IS NULL AND (lease_until IS NULL OR lease_until < now())
                        ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
                    RETURNING provider, lease_epoch, tries, told, now() AS at
                    """)
                .bind("lease", lease.toString())
                .bindArray("providers", String.class, providers)
                .map((row, _) -> claim(row))
                .findOne());
  }

  private static Claim claim(ResultSet row) throws SQLException {
    return new Claim(
        row.getString("provider"),
        row.getLong("lease_epoch"),
        tries(row.getString("tries")),
        row.getBoolean("told"),
        row.getObject("at", OffsetDateTime.class).toInstant());
  }

  static List<Try> tries(String json) {
    try {
      return JSON.readTree(json).valueStream().map(PickupStore::aTry).toList();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the database keeps no broken JSON", e);
    }
  }

  private static Try aTry(JsonNode json) {
    return new Try(
        OffsetDateTime.parse(json.path("at").asText()).toInstant(), json.path("fault").asText());
  }

  /**
   * Keeps a look for longer.
   *
   * @return false when it is no longer this node's
   */
  boolean renew(Claim claim, Duration lease) {
    return sql.with(
            handle ->
                handle
                    .createUpdate(
                        "UPDATE report_source SET lease_until = now() + CAST(:lease AS interval)"
                            + OWN)
                    .bind("lease", lease.toString())
                    .bind("provider", claim.provider())
                    .bind("epoch", claim.epoch())
                    .execute())
        == 1;
  }

  private static final String OWN =
      " WHERE provider = :provider AND lease_epoch = :epoch AND lease_until IS NOT NULL";

  /**
   * Ends a look.
   *
   * @param next when the next one is
   * @param told whether people were told that something is the matter
   * @return false when it was no longer this node's, and nothing is changed
   */
  boolean end(Claim claim, Duration next, boolean told) {
    return ended(
        claim,
        "due_at = now() + CAST(:value AS interval), looked_at = now(), tries = '[]', told = "
            + told,
        next.toString());
  }

  /** Ends a look that is made again after a pause. */
  boolean again(Claim claim, String fault, Duration pause) {
    boolean mine = ended(claim, "due_at = now() + CAST(:value AS interval)", pause.toString());
    if (mine) {
      sql.use(
          handle ->
              handle
                  .createUpdate(
                      "UPDATE report_source SET tries = tries || jsonb_build_object('at', now(), 'fault', CAST(:fault AS text)) WHERE provider = :provider")
                  .bind("fault", fault)
                  .bind("provider", claim.provider())
                  .execute());
    }
    return mine;
  }

  /** Ends a look after which nobody looks any more, until somebody has mended it. */
  boolean stop(Claim claim, String reason) {
    return ended(claim, "stopped = :value, stopped_at = now(), told = true, tries = '[]'", reason);
  }

  private boolean ended(Claim claim, String change, String value) {
    return sql.with(
            handle ->
                handle
                    .createUpdate("UPDATE report_source SET lease_until = NULL, " + change + OWN)
                    .bind("value", value)
                    .bind("provider", claim.provider())
                    .bind("epoch", claim.epoch())
                    .execute())
        == 1;
  }

  /**
   * Those of some days that people should know of as missing: no report of theirs counts, and there
   * was a payout at the provider by their end.
   */
  List<LocalDate> missing(String provider, Collection<LocalDate> days, String zone) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT day FROM unnest(CAST(:days AS date[])) day
                    WHERE NOT EXISTS (SELECT FROM report r WHERE r.originator = :provider AND r.business_date = day AND r.status = 'accepted')
                        AND EXISTS (SELECT FROM payout p WHERE p.provider = :provider AND p.created_at < (CAST(day AS timestamp) + interval '1 day') AT TIME ZONE :zone)
                    ORDER BY day
                    """)
                .bindArray("days", String.class, days.stream().map(LocalDate::toString).toList())
                .bind("provider", provider)
                .bind("zone", zone)
                .map((row, _) -> row.getObject(1, LocalDate.class))
                .list());
  }

  /** What there is of a report that does not count, in words. */
  List<String> standing(String provider, LocalDate day) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT 'report ' || id || ' is ' || status FROM report
                    WHERE originator = :provider AND business_date = :day AND status <> 'accepted'
                    UNION ALL
                    SELECT path || coalesce(' is not fetched: ' || refused, ' waits for ' || waits_for, ' could not be had: ' || (tries -> -1 ->> 'fault')) FROM report_file
                    WHERE provider = :provider AND business_date = :day AND taken_at IS NULL
                    UNION ALL
                    SELECT coalesce('nobody looks any more: ' || stopped, 'the last look failed: ' || (tries -> -1 ->> 'fault')) FROM report_source
                    WHERE provider = :provider AND (stopped IS NOT NULL OR jsonb_array_length(tries) > 0)
                    LIMIT 10
                    """)
                .bind("provider", provider)
                .bind("day", day)
                .mapTo(String.class)
                .list());
  }

  /** The time of the database. */
  Instant now() {
    return sql.with(handle -> handle.createQuery("SELECT now()").mapTo(Instant.class).one());
  }
}
