// The SQL of runs.
package dev.semel.reconciliation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.db.Ids;
import dev.semel.db.Sql;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads and writes runs. A running one belongs to whoever began it, until its lease ends. */
@Singleton
public class ReconciliationStore {
  private final Sql sql;
  private final ObjectMapper json;

  ReconciliationStore(Sql sql, ObjectMapper json) {
    this.sql = sql;
    this.json = json;
  }

  /**
   * Begins a run, unless one of the same provider and day is running.
   *
   * @return the new run's id, or empty
   */
  Optional<String> begin(String provider, LocalDate day, String startedBy, Duration lease) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    INSERT INTO reconciliation (id, provider, business_date, status, started_by, lease_until)
                    VALUES (:id, :provider, :day, 'running', :by, now() + CAST(:lease AS interval))
                    ON CONFLICT (provider, business_date) WHERE status = 'running' DO NOTHING
                    RETURNING id
                    """)
                .bind("id", Ids.next(Ids.Kind.RECONCILIATION))
                .bind("provider", provider)
                .bind("day", day)
                .bind("by", startedBy)
                .bind("lease", lease.toString())
                .mapTo(String.class)
                .findOne());
  }

  /** The run of a provider and day that is running, where there is one. */
  Optional<Reconciliation> running(String provider, LocalDate day) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT * FROM reconciliation WHERE provider = :provider AND business_date = :day AND status = 'running'")
                .bind("provider", provider)
                .bind("day", day)
                .map((row, _) -> run(row))
                .findOne());
  }

  /**
   * Takes runs whose lease has ended from whoever began them, and says that they failed.
   *
   * @return those runs
   */
  List<Reconciliation> failAbandoned() {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    UPDATE reconciliation SET status = 'failed', finished_at = now(), lease_until = NULL,
                        failure = 'The node that ran it stopped before its end. The cases that it had opened are good; run the day again.'
                    WHERE id IN (SELECT id FROM reconciliation WHERE status = 'running' AND lease_until < now() FOR UPDATE SKIP LOCKED)
                    RETURNING *
                    """)
                .map((row, _) -> run(row))
                .list());
  }

  /**
   * Keeps a run for a while longer.
   *
   * @return false when it is not the caller's any more: then the caller has to stop
   */
  boolean renew(String id, Duration lease) {
    return sql.with(
            handle ->
                handle
                    .createUpdate(
                        "UPDATE reconciliation SET lease_until = now() + CAST(:lease AS interval) WHERE id = :id AND status = 'running'")
                    .bind("id", id)
                    .bind("lease", lease.toString())
                    .execute())
        == 1;
  }

  /** Ends a run with what it found. Does nothing to one that somebody else has ended. */
  void finish(String id, String reportId, Reconciliation.Result result) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE reconciliation SET status = 'finished', finished_at = now(), lease_until = NULL, report_id = :report, compared = :compared,
                        matched = :matched, carried_over = :carried, cases_opened = :opened, sums = CAST(:sums AS jsonb)
                    WHERE id = :id AND status = 'running'
                    """)
                .bind("id", id)
                .bind("report", reportId)
                .bind("compared", result.compared())
                .bind("matched", result.matched())
                .bind("carried", result.carriedOver())
                .bind("opened", result.casesOpened())
                .bind("sums", sums(result.sums()).toString())
                .execute());
  }

  /**
   * Ends a run that could not be carried out.
   *
   * @return false when somebody else has ended it
   */
  boolean fail(String id, String reason) {
    return sql.with(
            handle ->
                handle
                    .createUpdate(
                        """
                        UPDATE reconciliation SET status = 'failed', finished_at = now(), lease_until = NULL, failure = left(:reason, 1000)
                        WHERE id = :id AND status = 'running'
                        """)
                    .bind("id", id)
                    .bind("reason", reason)
                    .execute())
        == 1;
  }

  /** A run. */
  Optional<Reconciliation> find(String id) {
    return sql.with(
        handle ->
            handle
                .createQuery("SELECT * FROM reconciliation WHERE id = :id")
                .bind("id", id)
                .map((row, _) -> run(row))
                .findOne());
  }

  /** A page of runs, newest first, after the one of an id. */
  List<Reconciliation> page(Optional<String> provider, Optional<String> olderThan, int limit) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT * FROM reconciliation
                    WHERE (CAST(:provider AS text) IS NULL OR provider = :provider) AND (CAST(:older AS text) IS NULL OR id < :older)
                    ORDER BY id DESC LIMIT :limit
                    """)
                .bind("provider", provider.orElse(null))
                .bind("older", olderThan.orElse(null))
                .bind("limit", limit)
                .map((row, _) -> run(row))
                .list());
  }

  /**
   * The days of a span that the nightly run still has to see to: no run has finished, none is
   * running, none was tried since {@code lately}, and there was a payout at the provider by their
   * end.
   */
  List<LocalDate> open(
      String provider, LocalDate from, LocalDate to, String zone, Duration lately) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT CAST(day AS date) FROM generate_series(CAST(:from AS timestamp), CAST(:to AS timestamp), interval '1 day') day
                    WHERE NOT EXISTS (SELECT FROM reconciliation r WHERE r.provider = :provider AND r.business_date = CAST(day AS date)
                            AND (r.status IN ('finished', 'running') OR r.started_at > now() - CAST(:lately AS interval)))
                        AND EXISTS (SELECT FROM payout p WHERE p.provider = :provider AND p.created_at < (day + interval '1 day') AT TIME ZONE :zone)
                    ORDER BY 1
                    """)
                .bind("provider", provider)
                .bind("from", from.toString())
                .bind("to", to.toString())
                .bind("zone", zone)
                .bind("lately", lately.toString())
                .map((row, _) -> row.getObject(1, LocalDate.class))
                .list());
  }

  /** The time of the database. */
  Instant now() {
    return sql.with(handle -> handle.createQuery("SELECT now()").mapTo(Instant.class).one());
  }

  private static ObjectNode sums(List<Reconciliation.Sum> sums) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    sums.forEach(
        sum -> json.putObject(sum.currency()).put("ours", sum.ours()).put("theirs", sum.theirs()));
    return json;
  }

  private Reconciliation run(ResultSet row) throws SQLException {
    @Nullable Timestamp finished = row.getTimestamp("finished_at");
    @Nullable String reportId = row.getString("report_id");
    @Nullable String failure = row.getString("failure");
    return new Reconciliation(
        row.getString("id"),
        row.getString("provider"),
        row.getObject("business_date", LocalDate.class),
        row.getString("status"),
        reportId,
        new Reconciliation.Result(
            row.getInt("compared"),
            row.getInt("matched"),
            row.getInt("carried_over"),
            row.getInt("cases_opened"),
            sums(row.getString("sums"))),
        failure,
        row.getString("started_by"),
        row.getTimestamp("started_at").toInstant(),
        finished == null ? null : finished.toInstant());
  }

  private List<Reconciliation.Sum> sums(String text) {
    List<Reconciliation.Sum> sums = new ArrayList<>();
    try {
      for (var currency : json.readTree(text).properties()) {
        JsonNode both = currency.getValue();
        sums.add(
            new Reconciliation.Sum(
                currency.getKey(), both.path("ours").asText(), both.path("theirs").asText()));
      }
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the database holds sums that are no JSON", e);
    }
    return sums;
  }
}
