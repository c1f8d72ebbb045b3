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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads and writes runs. A running one belongs to whoever began it, until its lease ends. */
@Singleton
public class ReconciliationStore {
  /** How long after a run that failed the schedule tries a day again. */
  private static final Duration AGAIN_AFTER = Duration.ofHours(1);

  /**
   * Whether the schedule has something to do on a day: no run of its own has finished that compared
   * the report which counts, none is running, and none was tried lately.
   */
  private static final String OPEN =
      """
      NOT EXISTS (SELECT FROM reconciliation r WHERE r.provider = :provider AND r.business_date = %1$s
              AND (r.status = 'running' OR r.status = 'failed' AND r.started_at > now() - CAST(:lately AS interval)
                  OR r.status = 'finished' AND r.nightly
                      AND NOT EXISTS (SELECT FROM report p WHERE p.originator = r.provider AND p.business_date = r.business_date AND p.status = 'accepted'
                          AND CASE WHEN cardinality(r.compared_reports) = 0 THEN p.id <> r.report_id AND p.received_at > r.started_at
                                  ELSE p.id <> ALL (r.compared_reports) END)))
      """;

  private final Sql sql;
  private final ObjectMapper json;

  ReconciliationStore(Sql sql, ObjectMapper json) {
    this.sql = sql;
    this.json = json;
  }

  /**
   * Begins a run, unless one of the same provider and day is running. The schedule begins none
   * either where there is nothing left for it to do on that day, or where it tried lately.
   *
   * @param nightly whether the schedule begins it
   * @return the new run's id, or empty
   */
  Optional<String> begin(
      String provider, LocalDate day, String startedBy, Duration lease, boolean nightly) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    INSERT INTO reconciliation (id, provider, business_date, status, started_by, lease_until, nightly)
                    SELECT :id, :provider, :day, 'running', :by, now() + CAST(:lease AS interval), :nightly
                    WHERE NOT :nightly OR (<open>)
                    ON CONFLICT (provider, business_date) WHERE status = 'running' DO NOTHING
                    RETURNING id
                    """
                        .replace("<open>", OPEN.formatted(":day")))
                .bind("id", Ids.next(Ids.Kind.RECONCILIATION))
                .bind("provider", provider)
                .bind("day", day)
                .bind("by", startedBy)
                .bind("lease", lease.toString())
                .bind("nightly", nightly)
                .bind("lately", AGAIN_AFTER.toString())
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

  /**
   * Ends a run with what it found. Does nothing to one that somebody else has ended.
   *
   * @param reportId the report that it was begun with
   * @param compared all reports that it compared
   */
  void finish(String id, String reportId, List<String> compared, Reconciliation.Result result) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE reconciliation SET status = 'finished', finished_at = now(), lease_until = NULL, report_id = :report, compared_reports = :reports, lines = :lines, payouts = :payouts,
                        compared = :compared, matched = :matched, carried_over = :carried, differences = CAST(:differences AS jsonb), cases_opened = :opened,
                        sums = CAST(:sums AS jsonb)
                    WHERE id = :id AND status = 'running'
                    """)
                .bind("id", id)
                .bind("report", reportId)
                .bindArray("reports", String.class, compared)
                .bind("lines", result.lines())
                .bind("payouts", result.payouts())
                .bind("compared", result.compared())
                .bind("differences", differences(result.differences()).toString())
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
   * The days of a span that the nightly run still has to see to, where there was a payout at the
   * provider by their end.
   */
  List<LocalDate> open(String provider, LocalDate from, LocalDate to, String zone) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT CAST(day AS date) FROM generate_series(CAST(:from AS timestamp), CAST(:to AS timestamp), interval '1 day') day
                    WHERE <open> AND EXISTS (SELECT FROM payout p WHERE p.provider = :provider AND p.created_at < (day + interval '1 day') AT TIME ZONE :zone)
                    ORDER BY 1
                    """
                        .replace("<open>", OPEN.formatted("CAST(day AS date)")))
                .bind("provider", provider)
                .bind("from", from.toString())
                .bind("to", to.toString())
                .bind("zone", zone)
                .bind("lately", AGAIN_AFTER.toString())
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
        sum ->
            json.putObject(sum.currency())
                .put("ours", sum.ours())
                .put("theirs", sum.theirs())
                .put("fees", sum.fees())
                .put("other", sum.other()));
    return json;
  }

  private static ObjectNode differences(Map<String, Integer> counts) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    counts.forEach(json::put);
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
            row.getInt("lines"),
            row.getInt("payouts"),
            row.getInt("compared"),
            row.getInt("matched"),
            row.getInt("carried_over"),
            differences(row.getString("differences")),
            row.getInt("cases_opened"),
            sums(row.getString("sums"))),
        failure,
        row.getString("started_by"),
        row.getTimestamp("started_at").toInstant(),
        finished == null ? null : finished.toInstant());
  }

  private Map<String, Integer> differences(String text) {
    Map<String, Integer> counts = new HashMap<>();
    tree(text).properties().forEach(count -> counts.put(count.getKey(), count.getValue().asInt()));
    return counts;
  }

  private List<Reconciliation.Sum> sums(String text) {
    List<Reconciliation.Sum> sums = new ArrayList<>();
    for (var currency : tree(text).properties()) {
      JsonNode all = currency.getValue();
      sums.add(
          new Reconciliation.Sum(
              currency.getKey(),
              all.path("ours").asText("0"),
              all.path("theirs").asText("0"),
              all.path("fees").asText("0"),
              all.path("other").asText("0")));
    }
    return sums;
  }

  private JsonNode tree(String text) {
    try {
      return json.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the database holds counts that are no JSON", e);
    }
  }
}
