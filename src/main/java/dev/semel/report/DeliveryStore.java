// The SQL of deliveries of reports and their bytes.
package dev.semel.report;

import dev.semel.db.Ids;
import dev.semel.db.Sql;
import dev.semel.domain.WireNames;
import dev.semel.json.Shortened;
import dev.semel.report.pickup.ArrivedReport;
import dev.semel.report.pickup.Try;
import jakarta.inject.Singleton;
import java.io.InputStream;
import java.util.Optional;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jspecify.annotations.Nullable;

/** Reads and writes deliveries of reports and their bytes. */
@Singleton
final class DeliveryStore {
  private static final int LONGEST_LABEL = 255;

  private final Sql sql;

  DeliveryStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * Notes that a report arrives, and the tries before.
   *
   * @return the number of the delivery
   */
  long begin(DeliveryWay way, ArrivedReport report) {
    long delivery =
        sql.with(
            handle ->
                handle
                    .createQuery(
                        """
                        INSERT INTO report_delivery (originator, way, label, business_date, content_type, checksum, signature)
                        VALUES (:originator, :way, :label, :day, :type, :checksum, :signature) RETURNING id
                        """)
                    .bind("originator", report.provider())
                    .bind("way", WireNames.of(way))
                    .bind("label", label(report.label()))
                    .bind("day", report.day())
                    .bind("type", report.contentType())
                    .bind("checksum", report.checksum().orElse(null))
                    .bind("signature", report.signature().orElse(null))
                    .mapTo(Long.class)
                    .one());
    if (!report.tries().isEmpty()) {
      insertTries(delivery, report);
    }
    return delivery;
  }

  private void insertTries(long delivery, ArrivedReport report) {
    sql.use(
        handle -> {
          PreparedBatch batch =
              handle.prepareBatch(
                  "INSERT INTO report_try (delivery_id, number, at, fault) VALUES (:delivery, :number, :at, :fault)");
          int number = 0;
          for (Try failed : report.tries()) {
            number++;
            batch
                .bind("delivery", delivery)
                .bind("number", number)
                .bind("at", failed.at())
                .bind("fault", failed.fault())
                .add();
          }
          batch.execute();
        });
  }

  private static String label(String text) {
    return Shortened.to(text.replace('\0', '\uFFFD'), LONGEST_LABEL);
  }

  /** Keeps a piece of a delivery's bytes, from 0 on. */
  void keep(long delivery, int number, byte[] bytes) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    "INSERT INTO report_chunk (delivery_id, number, bytes) VALUES (:delivery, :number, :bytes)")
                .bind("delivery", delivery)
                .bind("number", number)
                .bind("bytes", bytes)
                .execute());
  }

  /** Notes that a delivery's bytes are here, all of them. */
  void whole(long delivery, byte[] hash, long size) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    "UPDATE report_delivery SET content_hash = :hash, size = :size WHERE id = :delivery")
                .bind("hash", hash)
                .bind("size", size)
                .bind("delivery", delivery)
                .execute());
  }

  /**
   * The report that a delivery's bytes are, new or known. Nobody else decides about the same bytes
   * until the transaction ends.
   */
  String report(long delivery) {
    return sql.with(
        handle -> {
          handle
              .createUpdate(
                  """
                  INSERT INTO report (id, originator, business_date, content_hash, delivery_id, content_type, status)
                  SELECT :id, originator, business_date, content_hash, id, content_type, 'received' FROM report_delivery WHERE id = :delivery
                  ON CONFLICT (originator, content_hash) DO NOTHING
                  """)
              .bind("id", Ids.next(Ids.Kind.REPORT))
              .bind("delivery", delivery)
              .execute();
          return handle
              .createQuery(
                  """
                  SELECT r.id FROM report r JOIN report_delivery d ON d.originator = r.originator AND d.content_hash = r.content_hash
                  WHERE d.id = :delivery FOR UPDATE OF r
                  """)
              .bind("delivery", delivery)
              .mapTo(String.class)
              .one();
        });
  }

  /** The delivery with which the bytes of this one were accepted, where they were. */
  Optional<Long> accepted(long delivery) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT a.id FROM report_delivery d
                    JOIN report_delivery a ON a.originator = d.originator AND a.content_hash = d.content_hash AND a.decision = 'accept'
                    WHERE d.id = :delivery
                    """)
                .bind("delivery", delivery)
                .mapTo(Long.class)
                .findOne());
  }

  /** Notes what was decided, on the delivery. */
  void decide(long delivery, GateDecision decision) {
    switch (decision) {
      case GateDecision.Accept _ -> mark(delivery, "accept", null, null);
      case GateDecision.Quarantine quarantine -> mark(delivery, "quarantine", quarantine, null);
      case GateDecision.Suppress suppress -> {
        mark(delivery, "suppress", null, suppress.earlier());
        forget(delivery);
      }
    }
  }

  private void mark(
      long delivery,
      String word,
      GateDecision.@Nullable Quarantine quarantine,
      @Nullable Long earlier) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE report_delivery SET decision = :decision, reason = :reason, evidence = :evidence, suppressed_by = :earlier, decided_at = clock_timestamp()
                    WHERE id = :delivery
                    """)
                .bind("decision", word)
                .bind("reason", quarantine == null ? null : WireNames.of(quarantine.reason()))
                .bind("evidence", quarantine == null ? null : quarantine.evidence())
                .bind("earlier", earlier)
                .bind("delivery", delivery)
                .execute());
  }

  /** Its bytes are those of the earlier delivery, where they stay. */
  private void forget(long delivery) {
    sql.use(
        handle ->
            handle
                .createUpdate("DELETE FROM report_chunk WHERE delivery_id = :delivery")
                .bind("delivery", delivery)
                .execute());
  }

  /** Lets a report be read that was kept from it by the gate alone. */
  void admit(String reportId) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    "UPDATE report SET status = 'received', reason = NULL WHERE id = :id AND status = 'quarantined'")
                .bind("id", reportId)
                .execute());
  }

  /** A report's bytes, to be read in the open transaction. */
  InputStream content(String reportId) {
    return new ChunkStream(
        number ->
            sql.with(
                handle ->
                    handle
                        .createQuery(
                            """
                            SELECT c.bytes FROM report r JOIN report_chunk c ON c.delivery_id = r.delivery_id
                            WHERE r.id = :id AND c.number = :number
                            """)
                        .bind("id", reportId)
                        .bind("number", number)
                        .mapTo(byte[].class)
                        .findOne()));
  }
}
