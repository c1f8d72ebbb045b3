// All rows of a tenant, to see whether anything about it has changed.
package dev.semel.testing.fuzz;

import dev.semel.testing.Tenant;
import dev.semel.testing.Wait;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Reads the rows of every table that has a column {@code tenant_id}, new tables included. */
final class TenantRows {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final String TABLES =
      """
      SELECT table_name FROM information_schema.columns
      WHERE column_name = 'tenant_id' AND table_schema = current_schema()
      ORDER BY table_name""";

  /** What belongs to a tenant by its payouts, its cases or its messages. */
  private static final List<String> OTHERS =
      List.of(
          """
          SELECT f::text FROM funding_payment f JOIN payout p ON p.id = f.payout_id
          WHERE p.tenant_id = '%s' ORDER BY 1""",
          """
          SELECT e::text FROM case_entry e JOIN ops_case c ON c.id = e.case_id
          WHERE c.tenant_id = '%s' ORDER BY 1""",
          """
          SELECT e::text FROM webhook_event e JOIN payout p ON p.id = e.payout_id
          WHERE p.tenant_id = '%s' ORDER BY 1""",
          """
          SELECT m::text FROM webhook_message m WHERE EXISTS (
            SELECT 1 FROM webhook_event e JOIN payout p ON p.id = e.payout_id
            WHERE e.message_id = m.id AND p.tenant_id = '%s') ORDER BY 1""");

  private TenantRows() {}

  /** Every row, as text. */
  static List<String> of(DataSource database, Tenant tenant) throws SQLException {
    List<String> rows = new ArrayList<>();
    for (String table : read(database, TABLES)) {
      rows.addAll(
          read(
              database,
              "SELECT '%s ' || t::text FROM %s t WHERE tenant_id = '%s' ORDER BY 1"
                  .formatted(table, table, tenant.id())));
    }
    for (String query : OTHERS) {
      rows.addAll(read(database, query.formatted(tenant.id())));
    }
    return rows;
  }

  /** Waits until nothing of the tenant's is due soon, so that it changes by requests alone. */
  static void awaitRest(DataSource database, Tenant tenant) throws Exception {
    String soon =
        """
        SELECT id || ' ' || state FROM payout
        WHERE tenant_id = '%s' AND (due_at < now() + interval '10 min' OR lease_until IS NOT NULL)"""
            .formatted(tenant.id());
    Wait.until("rest", PATIENCE, () -> read(database, soon), List::isEmpty);
  }

  private static List<String> read(DataSource database, String query) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (var connection = database.getConnection();
        var statement = connection.createStatement();
        var result = statement.executeQuery(query)) {
      while (result.next()) {
        rows.add(result.getString(1));
      }
    }
    return rows;
  }
}
