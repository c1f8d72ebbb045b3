// The SQL of deliveries of reports and their bytes.
package dev.semel.report;

import dev.semel.db.Sql;
import dev.semel.domain.WireNames;
import dev.semel.json.Shortened;
import dev.semel.report.pickup.ArrivedReport;
import dev.semel.report.pickup.Seal;
import dev.semel.report.pickup.Try;
import jakarta.inject.Singleton;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import org.jdbi.v3.core.statement.PreparedBatch;

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
                        INSERT INTO report_delivery (originator, way, label, business_date, content_type, checksum, signature, signer, doubt, doubt_evidence)
                        VALUES (:originator, :way, :label, :day, :type, :checksum, :signature, :signer, :doubt, :evidence) RETURNING id
                        """)
                    .bind("originator", report.provider())
                    .bind("way", WireNames.of(way))
                    .bind("label", label(report.label()))
                    .bind("day", report.day())
                    .bind("type", report.contentType())
                    .bind("checksum", report.checksum().orElse(null))
                    .bind("signature", report.signature().orElse(null))
                    .bind("signer", report.seal() instanceof Seal.Good good ? good.signer() : null)
                    .bind(
                        "doubt",
                        doubt(report.seal())
                            .map(Seal.Doubtful::doubt)
                            .map(WireNames::of)
                            .orElse(null))
                    .bind(
                        "evidence", doubt(report.seal()).map(Seal.Doubtful::evidence).orElse(null))
                    .mapTo(Long.class)
                    .one());
    if (!report.tries().isEmpty()) {
      insertTries(delivery, report);
    }
    return delivery;
  }

  private static Optional<Seal.Doubtful> doubt(Seal seal) {
    return seal instanceof Seal.Doubtful doubtful ? Optional.of(doubtful) : Optional.empty();
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
                    "UPDATE report_delivery SET content_hash = :hash, size = :size, resume_at = clock_timestamp() + interval '1 minute' WHERE id = :delivery")
                .bind("hash", hash)
                .bind("size", size)
                .bind("delivery", delivery)
                .execute());
  }

  /** A report's bytes, to be read in the open transaction. */
  InputStream content(String reportId) {
    return new ChunkStream(number -> piece(reportId, number));
  }

  /** A delivery's bytes, to be read in the open transaction. */
  InputStream bytes(long delivery) {
    return new ChunkStream(
        number ->
            sql.with(
                handle ->
                    handle
                        .createQuery(
                            "SELECT bytes FROM report_chunk WHERE delivery_id = :delivery AND number = :number")
                        .bind("delivery", delivery)
                        .bind("number", number)
                        .mapTo(byte[].class)
                        .findOne()));
  }

  /** A piece of a report's bytes, from 0 on; empty after the last. */
  Optional<byte[]> piece(String reportId, int number) {
    return sql.with(
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
                .findOne());
  }

  /**
   * Deletes the bytes of deliveries that are older, unless they wait to be read or for people.
   *
   * @return of how many
   */
  int purge(Duration retention, int most) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    WITH old AS (
                        SELECT d.id FROM report_delivery d
                        WHERE d.decision IS NOT NULL AND d.received_at < now() - :retention * interval '1 second'
                            AND EXISTS (SELECT FROM report_chunk c WHERE c.delivery_id = d.id)
                            AND NOT EXISTS (SELECT FROM report r WHERE r.originator = d.originator AND r.content_hash = d.content_hash
                                AND r.status IN ('received', 'quarantined'))
                        ORDER BY d.id LIMIT :most FOR UPDATE OF d SKIP LOCKED),
                    gone AS (DELETE FROM report_chunk WHERE delivery_id IN (SELECT id FROM old))
                    SELECT count(*) FROM old
                    """)
                .bind("retention", retention.toSeconds())
                .bind("most", most)
                .mapTo(Integer.class)
                .one());
  }
}
