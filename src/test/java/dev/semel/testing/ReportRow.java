// A report in quarantine, written straight into the tables.
package dev.semel.testing;

import dev.semel.db.Ids;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** A report in quarantine because of its checksum, written straight into the tables. */
public final class ReportRow {

  private ReportRow() {}

  /**
   * Writes a report of a provider with content of its own.
   *
   * @return its id
   */
  public static String quarantined(DataSource database, String provider) {
    String id = Ids.next(Ids.Kind.REPORT);
    String content = "Client Reference,Amount\n" + id + ",1.00\n";
    List<String> changes =
        List.of(
            """
            WITH d AS (
                INSERT INTO report_delivery (originator, way, label, business_date, content_type, checksum, content_hash, size, decision, reason, evidence, expected, found, decided_at)
                VALUES (?, 'picked_up', 'settlement.csv', '2020-01-01', 'text/csv', convert_to(repeat('0', 64), 'UTF8'), sha256(convert_to(:content, 'UTF8')), octet_length(:content),
                    'quarantine', 'checksum_differs', 'It has another checksum.', repeat('0', 64), encode(sha256(convert_to(:content, 'UTF8')), 'hex'), now())
                RETURNING *),
            c AS (INSERT INTO report_chunk (delivery_id, number, bytes) SELECT id, 0, convert_to(:content, 'UTF8') FROM d)
            INSERT INTO report (id, originator, business_date, content_hash, delivery_id, content_type, status, fault, reason)
            SELECT :id, originator, business_date, content_hash, id, content_type, 'quarantined', reason, evidence FROM d""",
            "INSERT INTO report_entry (report_id, sequence, action, text, actor) SELECT id, 1, 'quarantined', reason, 'system' FROM report WHERE originator = ? AND id = :id");
    try (var connection = database.getConnection()) {
      for (String change : changes) {
        try (var statement =
            connection.prepareStatement(
                change.replace(":id", "'" + id + "'").replace(":content", "'" + content + "'"))) {
          statement.setString(1, provider);
          statement.executeUpdate();
        }
      }
      return id;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
