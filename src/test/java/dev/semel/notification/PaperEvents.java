// Events of a test, written straight into the tables.
package dev.semel.notification;

import dev.semel.db.Ids;
import dev.semel.testing.PayoutRow;
import dev.semel.testing.Tenant;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** Writes events of one payout, which are committed and not published. */
final class PaperEvents {
  private final DataSource database;
  private final Tenant tenant;
  private final PayoutRow payout;
  private final AtomicInteger sequence = new AtomicInteger();

  PaperEvents(DataSource database, Tenant tenant) {
    this.database = database;
    this.tenant = tenant;
    this.payout = PayoutRow.write(database, tenant, "nowhere", "awaiting_funds", "");
  }

  /** Writes one, and returns its id. */
  String write(String type) {
    String id = Ids.next(Ids.Kind.PAYOUT_EVENT);
    run(
        "INSERT INTO payout_event (id, payout_id, tenant_id, sequence, type, applied, to_state, evidence, actor) VALUES (?, ?, ?, "
            + sequence.incrementAndGet()
            + ", 'test', true, 'ready', 'person', 'test')",
        id,
        payout.id(),
        tenant.id());
    run(
        "INSERT INTO notification (id, tenant_id, payout_id, type, occurred_at, data) VALUES (?, ?, ?, ?, now(), CAST(? AS json))",
        id,
        tenant.id(),
        payout.id(),
        type,
        "{\"payout\":{\"id\":\"" + payout.id() + "\",  \"name\": \"ünï\"}}");
    return id;
  }

  private void run(String change, String... values) {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(change)) {
      for (int i = 0; i < values.length; i++) {
        statement.setString(i + 1, values[i]);
      }
      statement.execute();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
