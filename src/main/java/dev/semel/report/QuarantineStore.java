// The SQL of what people decide about reports in quarantine.
package dev.semel.report;

import dev.semel.db.Sql;
import jakarta.inject.Singleton;
import java.util.Optional;

/** Changes reports in quarantine, whose rows are locked. */
@Singleton
final class QuarantineStore {
  private final Sql sql;

  QuarantineStore(Sql sql) {
    this.sql = sql;
  }

  /** The latest delivery that the gate keeps a report's bytes from being read for. */
  Optional<Long> held(String reportId) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT d.id FROM report r JOIN report_delivery d ON d.originator = r.originator AND d.content_hash = r.content_hash
                    WHERE r.id = :id AND d.decision = 'quarantine' ORDER BY d.id DESC LIMIT 1
                    """)
                .bind("id", reportId)
                .mapTo(Long.class)
                .findOne());
  }

  /** Takes back what was decided about a delivery, so that it is decided anew. */
  void undecide(long delivery) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE report_delivery SET decision = NULL, reason = NULL, evidence = NULL, expected = NULL, found = NULL, decided_at = NULL,
                        resume_at = now(), resume_faults = 0
                    WHERE id = :id
                    """)
                .bind("id", delivery)
                .execute());
  }

  /** Has a report taken up again at once that nobody has read. */
  void putBack(String reportId) {
    sql.use(
        handle -> {
          handle
              .createUpdate(
                  """
                  UPDATE report SET status = 'received', fault = NULL, reason = NULL, proposed_by = NULL, proposed_reason = NULL, proposed_at = NULL
                  WHERE id = :id AND status = 'quarantined'
                  """)
              .bind("id", reportId)
              .execute();
          handle
              .createUpdate(
                  """
                  UPDATE report_delivery d SET resume_at = now(), resume_faults = 0 FROM report r WHERE r.id = :id AND d.id = r.delivery_id
                  """)
              .bind("id", reportId)
              .execute();
        });
  }

  /** Notes that a person wants a report released. */
  void propose(String reportId, String by, String reason) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE report SET proposed_by = :by, proposed_reason = :reason, proposed_at = now() WHERE id = :id AND status = 'quarantined'
                    """)
                .bind("id", reportId)
                .bind("by", by)
                .bind("reason", reason)
                .execute());
  }

  /** Refuses a report for good. */
  void reject(String reportId, String reason) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE report SET status = 'rejected', reason = :reason, fault = NULL, proposed_by = NULL, proposed_reason = NULL, proposed_at = NULL
                    WHERE id = :id AND status = 'quarantined'
                    """)
                .bind("id", reportId)
                .bind("reason", reason)
                .execute());
  }
}
