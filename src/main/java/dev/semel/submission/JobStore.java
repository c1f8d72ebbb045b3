// The SQL of jobs.
package dev.semel.submission;

import dev.semel.db.Conditions;
import dev.semel.db.Ids;
import dev.semel.db.Sql;
import dev.semel.domain.WireNames;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads and writes jobs. */
@Singleton
final class JobStore {
  /**
   * Whether a kind of work on a row of {@code payout} may be taken up: it has not failed too often,
   * and the pause after its last failure is over. Needs a value for {@code kind}.
   */
  static final String MAY_BE_TRIED =
      """
      NOT EXISTS (SELECT FROM job j WHERE j.payout_id = payout.id AND j.kind = :kind AND j.state <> 'done' AND (j.due_at IS NULL OR j.due_at > now()))
      """;

  private final Sql sql;

  JobStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * Counts a failure. What a person had tried again has failed for good at once.
   *
   * @param words what failed
   * @param tries after so many failures it is not tried again by itself
   * @param base the first pause; each is twice the one before
   * @param cap the longest pause
   */
  Job failed(
      String payoutId, JobKind kind, FailureWords words, int tries, Duration base, Duration cap) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    INSERT INTO job AS j (id, tenant_id, kind, payout_id, provider, state, error, message, due_at)
                    SELECT :id, p.tenant_id, :kind, p.id, p.provider, CASE WHEN :tries > 1 THEN 'retrying' ELSE 'failed' END, :error, :message,
                        CASE WHEN :tries > 1 THEN now() + :base * interval '1 millisecond' END
                    FROM payout p WHERE p.id = :payout
                    ON CONFLICT (payout_id, kind) WHERE state <> 'done' DO UPDATE SET
                        failures = j.failures + 1, error = EXCLUDED.error, message = EXCLUDED.message, last_failed_at = now(),
                        state = CASE WHEN j.state = 'retrying' AND j.failures + 1 < :tries THEN 'retrying' ELSE 'failed' END,
                        due_at = CASE WHEN j.state = 'retrying' AND j.failures + 1 < :tries
                            THEN now() + least(:cap, :base * power(CAST(2 AS numeric), least(j.failures, 20))) * interval '1 millisecond' END
                    RETURNING *
                    """)
                .bind("id", Ids.next(Ids.Kind.JOB))
                .bind("payout", payoutId)
                .bind("kind", WireNames.of(kind))
                .bind("error", words.error())
                .bind("message", words.message())
                .bind("tries", tries)
                .bind("base", base.toMillis())
                .bind("cap", cap.toMillis())
                .map((row, _) -> job(row))
                .one());
  }

  /**
   * The work on a payout went well.
   *
   * @return the job that told that it did not, if there was one
   */
  List<Job> done(String payoutId, JobKind kind) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    UPDATE job SET state = 'done', due_at = NULL, done_at = now()
                    WHERE payout_id = :payout AND kind = :kind AND state <> 'done'
                    RETURNING *
                    """)
                .bind("payout", payoutId)
                .bind("kind", WireNames.of(kind))
                .map((row, _) -> job(row))
                .list());
  }

  /**
   * Closes what need not be done any more, because the payout has moved on without it.
   *
   * @return the jobs that were closed
   */
  List<Job> closeMoot() {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    UPDATE job j SET state = 'done', due_at = NULL, done_at = now() FROM payout p
                    WHERE j.state <> 'done' AND p.id = j.payout_id AND (p.closed_at IS NOT NULL AND p.due_at IS NULL OR CASE j.kind
                        WHEN 'submit' THEN p.state IN ('sent', 'held', 'awaiting_funds')
                        WHEN 'lookup' THEN p.state <> 'submission_unknown'
                        WHEN 'status_check' THEN p.state <> 'sent' AND (p.state <> 'paid' OR p.due_at IS NULL)
                        WHEN 'rescue' THEN p.state <> 'submitting'
                        WHEN 'deadline' THEN p.state NOT IN ('awaiting_funds', 'ready', 'held') END)
                    RETURNING j.*
                    """)
                .map((row, _) -> job(row))
                .list());
  }

  /** Has a tenant's failed job tried again at once; any other stays as it is. */
  boolean retry(String tenantId, String id) {
    return sql.with(
            handle ->
                handle
                    .createUpdate(
                        "UPDATE job SET state = 'retried', due_at = now() WHERE tenant_id = :tenant AND id = :id AND state = 'failed'")
                    .bind("tenant", tenantId)
                    .bind("id", id)
                    .execute())
        == 1;
  }

  /** A tenant's job; empty when the tenant has none of that id. */
  Optional<Job> find(String tenantId, String id) {
    return sql.with(
        handle ->
            handle
                .createQuery("SELECT * FROM job WHERE tenant_id = :tenant AND id = :id")
                .bind("tenant", tenantId)
                .bind("id", id)
                .map((row, _) -> job(row))
                .findOne());
  }

  /** A page of a tenant's jobs, newest first, after the one of an id. */
  List<Job> page(String tenantId, Optional<String> state, Optional<String> olderThan, int limit) {
    Conditions conditions =
        new Conditions("tenant_id = :tenant")
            .bind("tenant", tenantId)
            .and("state = :state", "state", state)
            .and("id < :older", "older", olderThan);
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT * FROM job WHERE "
                        + conditions.text()
                        + " ORDER BY id DESC LIMIT :limit")
                .bindMap(conditions.values())
                .bind("limit", limit)
                .map((row, _) -> job(row))
                .list());
  }

  private static Job job(ResultSet row) throws SQLException {
    @Nullable Timestamp due = row.getTimestamp("due_at");
    return new Job(
        row.getString("id"),
        row.getString("tenant_id"),
        WireNames.parse(JobKind.class, row.getString("kind")),
        row.getString("payout_id"),
        row.getString("provider"),
        WireNames.parse(JobState.class, row.getString("state")),
        row.getInt("failures"),
        row.getString("error"),
        row.getString("message"),
        row.getTimestamp("first_failed_at").toInstant(),
        row.getTimestamp("last_failed_at").toInstant(),
        due == null ? null : due.toInstant());
  }
}
