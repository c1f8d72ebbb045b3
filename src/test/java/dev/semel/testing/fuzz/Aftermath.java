// What must be true of the database and of the partners once the requests are over.
package dev.semel.testing.fuzz;

import dev.semel.simulator.Truth;
import dev.semel.testing.Partner;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** Looks for payouts that are stuck or paid twice, and for keys without an answer. */
final class Aftermath {

  private static final String STUCK =
      """
      SELECT id || ' ' || state FROM payout p
      WHERE created_at >= ? AND closed_at IS NULL AND due_at IS NULL AND lease_until IS NULL
        AND state NOT IN ('held', 'awaiting_funds')
        AND NOT EXISTS (SELECT 1 FROM ops_case c WHERE c.payout_id = p.id)""";

  private static final String UNANSWERED =
      "SELECT operation || ' ' || key FROM idempotency_key WHERE created_at >= ? AND status IS NULL";

  private static final String GAPS =
      """
      SELECT p.id || ' version ' || p.version || ' entries ' || count(e.id)
      FROM payout p LEFT JOIN payout_event e ON e.payout_id = p.id
      WHERE p.created_at >= ?
      GROUP BY p.id, p.version
      HAVING count(e.id) <> p.version OR max(e.sequence) <> p.version""";

  private static final String ATTEMPTS =
      "SELECT client_reference || ' ' || payout_id FROM attempt WHERE created_at >= ?";

  private final DataSource database;
  private final Findings findings;
  private final OffsetDateTime began;

  /** Looks at what is written from now on: tests before wrote rows that tell no whole story. */
  Aftermath(DataSource database, Findings findings) throws SQLException {
    this.database = database;
    this.findings = findings;
    try (var connection = database.getConnection();
        var statement = connection.createStatement();
        var now = statement.executeQuery("SELECT now()")) {
      now.next();
      this.began = now.getObject(1, OffsetDateTime.class);
    }
  }

  /** Adds what is wrong to the findings. */
  void check(List<Partner> partners) throws SQLException, IOException, InterruptedException {
    rows(STUCK).forEach(row -> findings.add("a payout without a next step", row));
    rows(UNANSWERED).forEach(row -> findings.add("a key without an answer", row));
    rows(GAPS).forEach(row -> findings.add("a history with a gap", row));
    Map<String, String> payouts = new HashMap<>();
    for (String row : rows(ATTEMPTS)) {
      payouts.put(row.split(" ", 2)[0], row.split(" ", 2)[1]);
    }
    for (Partner partner : partners) {
      Map<String, Integer> paid = new HashMap<>();
      for (Truth truth : partner.truth()) {
        for (Truth.Movement movement : truth.movements()) {
          String payout = payouts.get(movement.clientReference());
          if (payout != null && paid.merge(payout, 1, Integer::sum) > 1) {
            findings.add("a payout that was paid twice", payout + ": " + truth);
          }
        }
      }
    }
  }

  private List<String> rows(String query) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (var connection = database.getConnection();
        var statement = connection.prepareStatement(query)) {
      statement.setObject(1, began);
      ResultSet result = statement.executeQuery();
      while (result.next()) {
        rows.add(result.getString(1));
      }
    }
    return rows;
  }
}
