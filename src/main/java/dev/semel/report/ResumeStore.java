// The SQL of reports that were interrupted.
package dev.semel.report;

import dev.semel.db.Sql;
import jakarta.inject.Singleton;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/** Finds reports that nobody has brought to their end, each for one node at a time. */
@Singleton
final class ResumeStore {
  private final Sql sql;

  ResumeStore(Sql sql) {
    this.sql = sql;
  }

  /** A delivery that is taken up, and the day for which it came. */
  record Claim(long delivery, String provider, LocalDate day) {}

  /** One that is kept and not decided about; nobody else finds it for a while. */
  Optional<Claim> undecided(List<String> providers) {
    return claim(
        """
        SELECT d.id FROM report_delivery d
        WHERE d.decision IS NULL AND d.content_hash IS NOT NULL AND d.resume_at <= now() AND d.originator = ANY (:providers)
        ORDER BY d.resume_at, d.id LIMIT 1 FOR UPDATE SKIP LOCKED""",
        providers);
  }

  /** One that was accepted and not read; nobody else finds it for a while. */
  Optional<Claim> unread(List<String> providers) {
    return claim(
        """
        SELECT d.id FROM report r JOIN report_delivery d ON d.id = r.delivery_id
        WHERE r.status = 'received' AND d.decision = 'accept' AND d.resume_at <= now() AND d.originator = ANY (:providers)
        ORDER BY d.resume_at, d.id LIMIT 1 FOR UPDATE SKIP LOCKED""",
        providers);
  }

  private Optional<Claim> claim(String which, List<String> providers) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "UPDATE report_delivery SET resume_at = now() + interval '5 minutes' WHERE id = ("
                        + which
                        + ") RETURNING id, originator, business_date")
                .bindArray("providers", String.class, providers)
                .map(
                    (row, _) ->
                        new Claim(
                            row.getLong("id"),
                            row.getString("originator"),
                            row.getObject("business_date", LocalDate.class)))
                .findOne());
  }

  /** Has a delivery taken up with the next look. */
  void soon(long delivery) {
    sql.use(
        handle ->
            handle
                .createUpdate("UPDATE report_delivery SET resume_at = now() WHERE id = :delivery")
                .bind("delivery", delivery)
                .execute());
  }

  /**
   * Notes that something went wrong on our side: the next pause is twice as long, up to an hour.
   */
  void failed(long delivery) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE report_delivery SET resume_at = clock_timestamp() + least(10 * 2 ^ least(resume_faults, 10), 3600) * interval '1 second',
                        resume_faults = resume_faults + 1
                    WHERE id = :delivery
                    """)
                .bind("delivery", delivery)
                .execute());
  }
}
