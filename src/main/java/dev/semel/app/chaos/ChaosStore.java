// The SQL of the simulation: what is due, and what is on record at the end.
package dev.semel.app.chaos;

import dev.semel.db.SimulatedDatabase;
import dev.semel.db.Sql;
import dev.semel.db.embedded.EmbeddedPostgres;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;

/** Reads what is due, and what is on record. It changes no row. */
public final class ChaosStore {
  private final Sql sql;

  /** A store of a simulation's database. */
  public ChaosStore(Sql sql) {
    this.sql = sql;
  }

  /** Brings a fresh PostgreSQL's schema up, and says how a simulation opens it. */
  public static Function<SimulatedDatabase.Fate, SimulatedDatabase> migrated(
      EmbeddedPostgres postgres) {
    DataSource source = postgres.dataSource(EmbeddedPostgres.DATABASE);
    Flyway.configure().dataSource(source).locations("classpath:db/migration").load().migrate();
    return fate -> SimulatedDatabase.open(source, fate);
  }

  /**
   * When something is next to be done, by what: a provider's name, {@code sweep} or {@code
   * webhooks}. What is not named has nothing to be done.
   */
  public Map<String, Instant> due() {
    return sql.with(
        handle -> {
          Map<String, Instant> due = new HashMap<>();
          handle
              .createQuery(
                  """
                  SELECT provider AS what, min(greatest(due_at, lease_until)) AS at FROM payout WHERE due_at IS NOT NULL GROUP BY provider
                  UNION ALL SELECT 'sweep', min(at) FROM (
                      SELECT lease_until AS at FROM payout WHERE state = 'submitting'
                      UNION ALL SELECT submit_before FROM payout WHERE submit_before IS NOT NULL AND state IN ('awaiting_funds', 'ready', 'held')) late
                  UNION ALL SELECT 'webhooks', min(due_at) FROM (
                      SELECT due_at FROM webhook_message WHERE due_at IS NOT NULL UNION ALL SELECT due_at FROM webhook_event WHERE due_at IS NOT NULL) inbox
                  """)
              .map((row, _) -> due.put(row.getString("what"), instant(row, "at")))
              .list();
          due.values().removeIf(at -> at.equals(Instant.MAX));
          return due;
        });
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    @Nullable Timestamp at = row.getTimestamp(column);
    return at == null ? Instant.MAX : at.toInstant();
  }

  /** How a claim stands: its number, and whether its lease has ended while it is submitting. */
  record Standing(long epoch, boolean leaseEnded) {}

  Optional<Standing> standing(String payoutId) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT lease_epoch, state = 'submitting' AND lease_until < now() AS ended FROM payout WHERE id = :id")
                .bind("id", payoutId)
                .map((row, _) -> new Standing(row.getLong("lease_epoch"), row.getBoolean("ended")))
                .findOne());
  }

  /** The id of the tenant that runs the server. */
  public String tenant() {
    return sql.with(
        handle ->
            handle.createQuery("SELECT id FROM tenant WHERE operator").mapTo(String.class).one());
  }

  /** The ids of payouts in a state, oldest first. */
  List<String> inState(String state) {
    return sql.with(
        handle ->
            handle
                .createQuery("SELECT id FROM payout WHERE state = :state ORDER BY id")
                .bind("state", state)
                .mapTo(String.class)
                .list());
  }

  /** How many payouts are neither final nor in front of a person. */
  int unsettled() {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT count(*) FROM payout p WHERE state NOT IN ('paid', 'failed', 'returned', 'cancelled', 'held')
                        AND NOT EXISTS (SELECT FROM ops_case c WHERE c.payout_id = p.id AND c.status <> 'resolved')
                    """)
                .mapTo(Integer.class)
                .one());
  }

  /**
   * A payout as it is on record.
   *
   * @param due whether something is to be done about it
   * @param asked whether a person is
   */
  public record Recorded(
      String id,
      String reference,
      String provider,
      String state,
      int version,
      boolean due,
      boolean asked) {}

  /** All payouts. */
  public List<Recorded> payouts() {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT p.id, p.reference, p.provider, p.state, p.version,
                        p.due_at IS NOT NULL OR p.state = 'submitting' AND p.lease_until IS NOT NULL AS due,
                        p.state = 'held' OR EXISTS (SELECT FROM ops_case c WHERE c.payout_id = p.id AND c.status <> 'resolved') AS asked
                    FROM payout p ORDER BY p.id
                    """)
                .map(
                    (row, _) ->
                        new Recorded(
                            row.getString("id"),
                            row.getString("reference"),
                            row.getString("provider"),
                            row.getString("state"),
                            row.getInt("version"),
                            row.getBoolean("due"),
                            row.getBoolean("asked")))
                .list());
  }

  /** An entry of a history. */
  public record HistoryLine(
      String payoutId,
      int sequence,
      String type,
      @Nullable String from,
      @Nullable String to,
      @Nullable String reason,
      String actor,
      Instant at) {
    /** The entry as a line. */
    public String words() {
      String became =
          to == null ? "refused in " + from : (from == null ? "" : from + " ") + "-> " + to;
      return at
          + "  on record "
          + sequence
          + ": "
          + type
          + ", "
          + became
          + ", by "
          + actor
          + (reason == null ? "" : " (" + reason + ")");
    }
  }

  /** All histories, one payout after the other. */
  public List<HistoryLine> histories() {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT payout_id, sequence, type, from_state, to_state, reason, actor, recorded_at FROM payout_event ORDER BY payout_id, sequence
                    """)
                .map(
                    (row, _) ->
                        new HistoryLine(
                            row.getString("payout_id"),
                            row.getInt("sequence"),
                            row.getString("type"),
                            row.getString("from_state"),
                            row.getString("to_state"),
                            row.getString("reason"),
                            row.getString("actor"),
                            instant(row, "recorded_at")))
                .list());
  }
}
