// The queries of cases and their histories.
package dev.semel.casework;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.semel.db.Ids;
import dev.semel.db.Sql;
import dev.semel.db.Tx;
import dev.semel.domain.CaseKind;
import dev.semel.domain.Money;
import dev.semel.domain.WireNames;
import dev.semel.payout.CaseDesk.NewCase;
import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.inject.Singleton;
import jakarta.persistence.LockModeType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes cases and their histories: SQL where the same difference may come from two sides
 * at once, Panache for what people read and do.
 */
@Singleton
public class CaseStore implements PanacheRepositoryBase<OpsCase, String> {
  private final Sql sql;
  private final ObjectMapper json;

  CaseStore(Sql sql, ObjectMapper json) {
    this.sql = sql;
    this.json = json;
  }

  /**
   * A case that exists already, whose row this transaction has locked.
   *
   * @param id the case
   * @param resolved whether people are done with it
   * @param facts what was compared when it was found last
   * @param sameFacts whether that is what was found now
   */
  record Known(String id, boolean resolved, JsonNode facts, boolean sameFacts) {}

  /**
   * Stores a case, unless the tenant has one of this kind for this difference.
   *
   * @return the new case's id, or empty when there was one
   */
  Optional<String> open(
      NewCase found, Urgency urgency, @Nullable String reportId, @Nullable Integer line) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    INSERT INTO ops_case (id, tenant_id, kind, difference, severity, provider, payout_id, report_id, report_line, summary, facts, due_at, risk_amount, risk_currency)
                    VALUES (:id, :tenant, :kind, :difference, :severity, :provider, :payout, :report, :line, :summary, CAST(:facts AS jsonb),
                        now() + CAST(:within AS interval), :risk, :risk_currency)
                    ON CONFLICT (tenant_id, kind, difference) DO NOTHING
                    RETURNING id
                    """)
                .bind("id", Ids.next(Ids.Kind.CASE))
                .bind("tenant", found.tenantId())
                .bind("kind", WireNames.of(found.kind()))
                .bind("difference", found.difference())
                .bind("severity", WireNames.of(urgency.severity()))
                .bind("provider", found.provider())
                .bind("payout", found.payoutId())
                .bind("report", reportId)
                .bind("line", line)
                .bind("summary", found.summary())
                .bind("facts", found.facts().toString())
                .bind("within", urgency.within().toString())
                .bind("risk", found.risk().map(Money::amount).orElse(null))
                .bind(
                    "risk_currency", found.risk().map(risk -> risk.currency().code()).orElse(null))
                .mapTo(String.class)
                .findOne());
  }

  /** The case of a difference that has one, locked until the transaction ends. */
  Known lockKnown(NewCase found) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT id, status = 'resolved' AS resolved, facts, facts = CAST(:facts AS jsonb) AS same_facts
                    FROM ops_case WHERE tenant_id = :tenant AND kind = :kind AND difference = :difference FOR UPDATE
                    """)
                .bind("tenant", found.tenantId())
                .bind("kind", WireNames.of(found.kind()))
                .bind("difference", found.difference())
                .bind("facts", found.facts().toString())
                .map(
                    (row, _) ->
                        new Known(
                            row.getString("id"),
                            row.getBoolean("resolved"),
                            tree(row.getString("facts")),
                            row.getBoolean("same_facts")))
                .one());
  }

  /** Brings a case's facts to what was found now, and opens it again when it was resolved. */
  void bringUpToDate(String id, NewCase found, @Nullable String reportId, @Nullable Integer line) {
    int changed =
        sql.with(
            handle ->
                handle
                    .createUpdate(
                        """
                        UPDATE ops_case SET facts = CAST(:facts AS jsonb), summary = :summary, report_id = :report, report_line = :line, version = version + 1,
                            risk_amount = :risk, risk_currency = :risk_currency,
                            status = CASE WHEN status IN ('proposed', 'resolved') THEN 'open' ELSE status END,
                            assignee = CASE WHEN status IN ('proposed', 'resolved') THEN NULL ELSE assignee END,
                            resolution = NULL, note = NULL, resolved_at = NULL, resolved_by = NULL, proposed_by = NULL, proposed_at = NULL
                        WHERE id = :id
                        """)
                    .bind("id", id)
                    .bind("facts", found.facts().toString())
                    .bind("summary", found.summary())
                    .bind("report", reportId)
                    .bind("line", line)
                    .bind("risk", found.risk().map(Money::amount).orElse(null))
                    .bind(
                        "risk_currency",
                        found.risk().map(risk -> risk.currency().code()).orElse(null))
                    .execute());
    Sql.exactlyOne(changed, "bringing case " + id + " up to date");
  }

  /**
   * Resolves a case whose matter is over by itself.
   *
   * @return its id, or empty where none is open
   */
  Optional<String> resolve(
      String tenantId, CaseKind kind, String difference, String note, String actor) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    UPDATE ops_case SET status = 'resolved', resolution = 'over_by_itself', note = :note, resolved_at = now(), resolved_by = :actor, proposed_by = NULL, proposed_at = NULL,
                        version = version + 1
                    WHERE tenant_id = :tenant AND kind = :kind AND difference = :difference AND status <> 'resolved'
                    RETURNING id
                    """)
                .bind("tenant", tenantId)
                .bind("kind", WireNames.of(kind))
                .bind("difference", difference)
                .bind("note", note)
                .bind("actor", actor)
                .mapTo(String.class)
                .findOne());
  }

  /** What the cases of a kind are about that are not resolved, of one provider. */
  List<String> unresolved(String tenantId, CaseKind kind, String provider) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT difference FROM ops_case WHERE tenant_id = :tenant AND kind = :kind AND provider = :provider AND status <> 'resolved' ORDER BY id")
                .bind("tenant", tenantId)
                .bind("kind", WireNames.of(kind))
                .bind("provider", provider)
                .mapTo(String.class)
                .list());
  }

  /**
   * Whether the latest entry of a case's history says, within the last hour, that it was seen
   * again.
   */
  boolean seenLately(String id) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT EXISTS (SELECT FROM (SELECT action, at FROM case_entry WHERE case_id = :id ORDER BY sequence DESC LIMIT 1) latest
                        WHERE latest.action = 'seen_again' AND latest.at > now() - interval '1 hour')
                    """)
                .bind("id", id)
                .mapTo(Boolean.class)
                .one());
  }

  /** Appends to a case's history. The case's row has to be locked, or new in this transaction. */
  void append(String caseId, CaseEntry.Action action, @Nullable String text, String actor) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    INSERT INTO case_entry (case_id, sequence, action, text, actor)
                    SELECT :id, coalesce(max(sequence), 0) + 1, :action, :text, :actor FROM case_entry WHERE case_id = :id
                    """)
                .bind("id", caseId)
                .bind("action", WireNames.of(action))
                .bind("text", text)
                .bind("actor", actor)
                .execute());
  }

  /** A case's history, oldest first. */
  List<CaseEntry> history(String caseId) {
    return sql.with(
        handle ->
            handle
                .createQuery("SELECT * FROM case_entry WHERE case_id = :id ORDER BY sequence")
                .bind("id", caseId)
                .map((row, _) -> entry(row))
                .list());
  }

  private static CaseEntry entry(ResultSet row) throws SQLException {
    return new CaseEntry(
        WireNames.parse(CaseEntry.Action.class, row.getString("action")),
        row.getString("text"),
        row.getString("actor"),
        row.getTimestamp("at").toInstant());
  }

  /** What was compared when the case was found last. */
  JsonNode facts(String caseId) {
    return sql.with(
        handle ->
            tree(
                handle
                    .createQuery("SELECT CAST(facts AS text) FROM ops_case WHERE id = :id")
                    .bind("id", caseId)
                    .mapTo(String.class)
                    .one()));
  }

  /** The time of the database at which the transaction began. */
  Instant now() {
    return sql.with(handle -> handle.createQuery("SELECT now()").mapTo(Instant.class).one());
  }

  /** A tenant's case; empty when the tenant has none of that id. */
  Optional<OpsCase> findOf(String tenantId, String id) {
    Tx.assertInside();
    return find("id = ?1 and tenantId = ?2", id, tenantId).firstResultOptional();
  }

  /** A tenant's case, locked until the transaction ends. */
  Optional<OpsCase> lockOf(String tenantId, String id) {
    Tx.assertInside();
    return find("id = ?1 and tenantId = ?2", id, tenantId)
        .withLock(LockModeType.PESSIMISTIC_WRITE)
        .firstResultOptional();
  }

  /** A page of cases, newest first. */
  List<OpsCase> page(CaseFilter filter, int limit) {
    Tx.assertInside();
    StringBuilder condition = new StringBuilder("tenantId = :tenant");
    Map<String, Object> values = new HashMap<>(Map.of("tenant", filter.tenantId()));
    narrow(condition, values, "status = :status", "status", filter.status());
    narrow(condition, values, "kind = :kind", "kind", filter.kind());
    narrow(condition, values, "provider = :provider", "provider", filter.provider());
    narrow(condition, values, "assignee = :assignee", "assignee", filter.assignee());
    narrow(condition, values, "id < :older", "older", filter.olderThan());
    return find(condition + " order by id desc", values).range(0, limit - 1).list();
  }

  private static void narrow(
      StringBuilder condition,
      Map<String, Object> values,
      String clause,
      String name,
      Optional<String> value) {
    value.ifPresent(
        wanted -> {
          condition.append(" and ").append(clause);
          values.put(name, wanted);
        });
  }

  private JsonNode tree(String text) {
    try {
      return json.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the database holds facts that are no JSON", e);
    }
  }
}
