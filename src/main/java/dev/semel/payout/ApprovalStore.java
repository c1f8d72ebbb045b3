// The SQL of wishes that need a second person.
package dev.semel.payout;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.db.Conditions;
import dev.semel.db.Ids;
import dev.semel.db.Sql;
import dev.semel.domain.OtherAttempt;
import dev.semel.domain.PayoutState;
import dev.semel.domain.WireNames;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Keeps wishes that need a second person. A decided one never changes. */
@Singleton
final class ApprovalStore {
  private final Sql sql;
  private final ObjectMapper json;

  ApprovalStore(Sql sql, ObjectMapper json) {
    this.sql = sql;
    this.json = json;
  }

  /** Keeps a wish until a second person decides; returns its id. */
  String insert(
      PayoutRecord payout,
      Wish wish,
      String reason,
      String requestedBy,
      Approval.Lookup lookup,
      Duration expiry) {
    String id = Ids.next(Ids.Kind.APPROVAL);
    Optional<Wish.Settle> settle =
        wish instanceof Wish.Settle one ? Optional.of(one) : Optional.empty();
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    INSERT INTO approval (id, tenant_id, payout_id, action, outcome, provider_payout_id, other_attempt, adopted_attempt, beneficiary, reason, statement, requested_by, expires_at,
                        lookup_result, lookup_at, lookup_detail)
                    VALUES (:id, :tenant, :payout, :action, :outcome, :provider_payout_id, :other_attempt, :adopted_attempt, CAST(:beneficiary AS jsonb), :reason, :statement, :by, now() + :expiry * interval '1 millisecond',
                        :result, :at, :detail)
                    """)
                .bind("id", id)
                .bind("tenant", payout.asked().tenantId())
                .bind("payout", payout.id())
                .bind("action", wish.action())
                .bind("outcome", settle.map(one -> one.outcome().wireName()).orElse(null))
                .bind(
                    "provider_payout_id",
                    settle.flatMap(Wish.Settle::providerPayoutId).orElse(null))
                .bind("other_attempt", Approval.word(wish.other()))
                .bind("adopted_attempt", settle.flatMap(Wish.Settle::adopted).orElse(null))
                .bind(
                    "beneficiary",
                    wish instanceof Wish.Correct correct ? correct.beneficiary().toString() : null)
                .bind("reason", reason)
                .bind("statement", wish.evidence().orElse(null))
                .bind("by", requestedBy)
                .bind("expiry", expiry.toMillis())
                .bind("result", lookup.result())
                .bind("at", lookup.at())
                .bind("detail", lookup.detail())
                .execute());
    return id;
  }

  /** A tenant's wish; empty when the tenant has none of that id. */
  Optional<Approval> find(String tenantId, String id) {
    Conditions one =
        new Conditions("tenant_id = :tenant AND id = :id").bind("tenant", tenantId).bind("id", id);
    return list(one, 1).stream().findFirst();
  }

  /** The wish that waits for a decision about a payout. */
  Optional<Approval> pending(String payoutId) {
    Conditions one =
        new Conditions("payout_id = :payout AND status = 'pending'").bind("payout", payoutId);
    return list(one, 1).stream().findFirst();
  }

  /**
   * A page of a tenant's wishes, newest first.
   *
   * @param older after the one of this id in the list
   */
  List<Approval> page(
      String tenantId,
      Optional<String> status,
      Optional<String> payout,
      Optional<String> older,
      int limit) {
    return list(
        new Conditions("tenant_id = :tenant")
            .bind("tenant", tenantId)
            .and("status = :status", "status", status)
            .and("payout_id = :payout", "payout", payout)
            .and("id < :older", "older", older),
        limit);
  }

  private List<Approval> list(Conditions conditions, int limit) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT * FROM approval WHERE "
                        + conditions.text()
                        + " ORDER BY id DESC LIMIT :limit")
                .bindMap(conditions.values())
                .bind("limit", limit)
                .map((row, _) -> approval(row))
                .list());
  }

  /** Keeps what the provider said when it was asked again. */
  void askedAgain(String id, Approval.Lookup lookup) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE approval SET lookup_result = :result, lookup_at = :at, lookup_detail = :detail
                    WHERE id = :id AND status = 'pending'
                    """)
                .bind("id", id)
                .bind("result", lookup.result())
                .bind("at", lookup.at())
                .bind("detail", lookup.detail())
                .execute());
  }

  /** Decides a wish that waits, whose payout's row is locked. */
  void decide(String id, Approval.Status status, String by, String reason) {
    int decided =
        sql.with(
            handle ->
                handle
                    .createUpdate(
                        """
                        UPDATE approval SET status = :status, decided_by = :by, decided_at = now(), decision_reason = :reason
                        WHERE id = :id AND status = 'pending'
                        """)
                    .bind("id", id)
                    .bind("status", WireNames.of(status))
                    .bind("by", by)
                    .bind("reason", reason)
                    .execute());
    Sql.exactlyOne(decided, "deciding approval " + id);
  }

  /** Payouts with a wish whose time is over. */
  List<String> overdue(int most) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT payout_id FROM approval WHERE status = 'pending' AND expires_at <= now() ORDER BY expires_at LIMIT :most")
                .bind("most", most)
                .mapTo(String.class)
                .list());
  }

  private Approval approval(ResultSet row) throws SQLException {
    Approval.Status status = WireNames.parse(Approval.Status.class, row.getString("status"));
    return new Approval(
        row.getString("id"),
        row.getString("tenant_id"),
        row.getString("payout_id"),
        wish(row),
        row.getString("reason"),
        row.getString("requested_by"),
        row.getTimestamp("requested_at").toInstant(),
        row.getTimestamp("expires_at").toInstant(),
        new Approval.Lookup(
            row.getString("lookup_result"),
            row.getTimestamp("lookup_at").toInstant(),
            row.getString("lookup_detail")),
        status == Approval.Status.PENDING
            ? Optional.empty()
            : Optional.of(
                new Approval.Decision(
                    status,
                    row.getString("decided_by"),
                    row.getTimestamp("decided_at").toInstant(),
                    row.getString("decision_reason"))));
  }

  private Wish wish(ResultSet row) throws SQLException {
    String action = row.getString("action");
    return switch (action) {
      case "resend" -> new Wish.Resend(row.getString("statement"), other(row));
      case "settle" ->
          new Wish.Settle(
              PayoutState.ofWireName(row.getString("outcome")),
              Optional.ofNullable(row.getString("provider_payout_id")),
              row.getString("statement"),
              other(row),
              adopted(row));
      case "correct" -> new Wish.Correct(object(row.getString("beneficiary")));
      default -> throw new IllegalStateException("the database holds a wish to " + action);
    };
  }

  private static OtherAttempt other(ResultSet row) throws SQLException {
    return Approval.other(Optional.ofNullable(row.getString("other_attempt")));
  }

  private static Optional<Integer> adopted(ResultSet row) throws SQLException {
    int number = row.getInt("adopted_attempt");
    return row.wasNull() ? Optional.empty() : Optional.of(number);
  }

  private ObjectNode object(String text) {
    try {
      return (ObjectNode) json.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the database holds JSON that cannot be read", e);
    }
  }
}
