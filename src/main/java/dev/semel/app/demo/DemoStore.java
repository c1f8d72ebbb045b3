// The SQL of the demonstration: an empty database at its start, and the records at its end.
package dev.semel.app.demo;

import dev.semel.app.rig.Recorded;
import dev.semel.db.embedded.EmbeddedPostgres;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Empties the demonstration's database, and reads what it recorded behind the server's back. */
final class DemoStore {
  private static final String RECORDED =
      """
      SELECT p.id, p.reference, p.state, trim_scale(p.amount) AS amount, p.currency, p.due_at IS NOT NULL AS due,
        (SELECT count(*) FROM ops_case c WHERE c.payout_id = p.id AND c.status <> 'resolved') AS open_cases
      FROM payout p ORDER BY p.id
      """;

  private final EmbeddedPostgres postgres;

  DemoStore(EmbeddedPostgres postgres) {
    this.postgres = postgres;
  }

  /** Makes the database anew. Nobody may be connected to it. */
  void empty() {
    try (Connection connection = postgres.dataSource("postgres").getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP DATABASE IF EXISTS " + EmbeddedPostgres.DATABASE + " WITH (FORCE)");
      statement.execute("CREATE DATABASE " + EmbeddedPostgres.DATABASE);
    } catch (SQLException e) {
      throw new DemoException("The demo's database can't be emptied: " + e.getMessage(), e);
    }
  }

  /** All payouts as they are recorded. */
  List<Recorded> payouts() {
    List<Recorded> payouts = new ArrayList<>();
    try (Connection connection = postgres.dataSource(EmbeddedPostgres.DATABASE).getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(RECORDED)) {
      while (rows.next()) {
        payouts.add(recorded(rows));
      }
    } catch (SQLException e) {
      throw new DemoException("The demo's records can't be read: " + e.getMessage(), e);
    }
    return payouts;
  }

  private static Recorded recorded(ResultSet row) throws SQLException {
    BigDecimal amount = row.getBigDecimal("amount");
    return new Recorded(
        row.getString("id"),
        row.getString("reference"),
        row.getString("state"),
        amount,
        row.getString("currency"),
        row.getBoolean("due"),
        row.getInt("open_cases"));
  }
}
