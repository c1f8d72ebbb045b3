// The SQL of a run: what the database holds at its end.
package dev.semel.app.chaos.processes;

import dev.semel.app.rig.Recorded;
import dev.semel.db.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads what is recorded, behind the servers' back and past the proxy. */
final class RunStore {
  /** What has been due for a minute, with all servers well, is due for nobody. */
  private static final String PAYOUTS =
      """
      SELECT p.id, p.reference, p.state, trim_scale(p.amount) AS amount, p.currency, p.provider,
        coalesce(greatest(p.due_at, p.lease_until) > now() - interval '60 seconds', false) AS due,
        (SELECT count(*) FROM ops_case c WHERE c.payout_id = p.id AND c.status <> 'resolved') AS open_cases
      FROM payout p ORDER BY p.id
      """;

  private static final String HISTORIES =
      """
      SELECT payout_id, id, sequence, applied, from_state, to_state FROM payout_event
      ORDER BY payout_id, sequence
      """;

  private static final String WEBHOOKS =
      """
      SELECT id, provider, status, error FROM webhook_message
      WHERE status = 'failed' OR status = 'received' AND due_at < now() - interval '60 seconds'
      """;

  private static final String APPLIED_TWICE =
      """
      SELECT payout_id, type, occurred_at FROM payout_event
      WHERE applied AND evidence = 'signed_webhook' GROUP BY payout_id, type, occurred_at HAVING count(*) > 1
      """;

  private final EmbeddedPostgres postgres;

  RunStore(EmbeddedPostgres postgres) {
    this.postgres = postgres;
  }

  /** All payouts with their histories. */
  List<Kept> payouts() {
    return read(
        connection -> {
          Map<String, List<Kept.Entry>> histories = histories(connection);
          List<Kept> payouts = new ArrayList<>();
          try (Statement statement = connection.createStatement();
              ResultSet row = statement.executeQuery(PAYOUTS)) {
            while (row.next()) {
              String id = row.getString("id");
              payouts.add(
                  new Kept(
                      recorded(row),
                      row.getString("provider"),
                      histories.getOrDefault(id, List.of())));
            }
          }
          return payouts;
        });
  }

  /** A finding for every webhook that was taken and is not processed. */
  List<Finding> stuckWebhooks() {
    return read(
        connection -> {
          List<Finding> stuck = new ArrayList<>();
          try (Statement statement = connection.createStatement();
              ResultSet row = statement.executeQuery(WEBHOOKS)) {
            while (row.next()) {
              stuck.add(
                  new Finding(
                      Finding.Kind.STUCK,
                      row.getString("id"),
                      row.getString("provider"),
                      "The webhook is %s: %s"
                          .formatted(row.getString("status"), row.getString("error"))));
            }
          }
          return stuck;
        });
  }

  /** The provider and the id of every event that was stored. */
  Set<String> storedEvents() {
    return read(
        connection -> {
          Set<String> stored = new HashSet<>();
          try (Statement statement = connection.createStatement();
              ResultSet row =
                  statement.executeQuery("SELECT provider, event_id FROM webhook_event")) {
            while (row.next()) {
              stored.add(row.getString("provider") + " " + row.getString("event_id"));
            }
          }
          return stored;
        });
  }

  /** How many messages were stored. */
  int storedMessages() {
    return read(
        connection -> {
          try (Statement statement = connection.createStatement();
              ResultSet row = statement.executeQuery("SELECT count(*) FROM webhook_message")) {
            row.next();
            return row.getInt(1);
          }
        });
  }

  /** A finding for every event that a history has applied twice. */
  List<Finding> appliedTwice() {
    return read(
        connection -> {
          List<Finding> twice = new ArrayList<>();
          try (Statement statement = connection.createStatement();
              ResultSet row = statement.executeQuery(APPLIED_TWICE)) {
            while (row.next()) {
              String payout = row.getString("payout_id");
              twice.add(
                  new Finding(
                      Finding.Kind.APPLIED_TWICE,
                      payout,
                      "",
                      "%s has %s of %s twice"
                          .formatted(payout, row.getString("type"), row.getString("occurred_at"))));
            }
          }
          return twice;
        });
  }

  private static Map<String, List<Kept.Entry>> histories(Connection connection)
      throws SQLException {
    Map<String, List<Kept.Entry>> histories = new LinkedHashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(HISTORIES)) {
      while (row.next()) {
        histories
            .computeIfAbsent(row.getString("payout_id"), _ -> new ArrayList<>())
            .add(
                new Kept.Entry(
                    row.getString("id"),
                    row.getInt("sequence"),
                    row.getBoolean("applied"),
                    row.getString("from_state"),
                    row.getString("to_state")));
      }
    }
    return histories;
  }

  private static Recorded recorded(ResultSet row) throws SQLException {
    return new Recorded(
        row.getString("id"),
        row.getString("reference"),
        row.getString("state"),
        row.getBigDecimal("amount"),
        row.getString("currency"),
        row.getBoolean("due"),
        row.getInt("open_cases"));
  }

  private interface Reading<T> {
    T from(Connection connection) throws SQLException;
  }

  /** In one snapshot, so that what is read belongs together. */
  private <T> T read(Reading<T> reading) {
    try (Connection connection = postgres.dataSource(EmbeddedPostgres.DATABASE).getConnection()) {
      connection.setReadOnly(true);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      connection.setAutoCommit(false);
      T found = reading.from(connection);
      connection.rollback();
      return found;
    } catch (SQLException e) {
      throw new RunException("The records can't be read: " + e.getMessage(), e);
    }
  }
}
