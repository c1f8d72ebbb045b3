// The SQL of messages from providers.
package dev.semel.webhook;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.semel.db.Conditions;
import dev.semel.db.Ids;
import dev.semel.db.Sql;
import dev.semel.domain.WireNames;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/** Reads and writes messages from providers. */
@Singleton
final class WebhookStore {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** What a reader sees: everything, or what names its own payouts and nobody else's. */
  static final String VISIBLE =
      """
      (:operator OR (
          EXISTS (SELECT FROM webhook_event e JOIN payout p ON p.id = e.payout_id
                  WHERE e.message_id = m.id AND p.tenant_id = :tenant)
          AND NOT EXISTS (SELECT FROM webhook_event e LEFT JOIN payout p ON p.id = e.payout_id
                  WHERE e.message_id = m.id AND p.tenant_id IS DISTINCT FROM :tenant)))
      """;

  private final Sql sql;

  WebhookStore(Sql sql) {
    this.sql = sql;
  }

  /** The time of the database at which the transaction began. */
  Instant now() {
    return sql.with(handle -> handle.createQuery("SELECT now()").mapTo(Instant.class).one());
  }

  /** Keeps messages. Those that may act are due at once. */
  void insert(List<NewMessage> messages) {
    sql.use(
        handle -> {
          PreparedBatch batch =
              handle.prepareBatch(
                  """
                  INSERT INTO webhook_message (id, provider, headers, body, verification, status, error, due_at, processed_at)
                  VALUES (:id, :provider, CAST(:headers AS jsonb), :body, :verification, :status, :error,
                      CASE WHEN :status = 'received' THEN now() END, CASE WHEN :status = 'processed' THEN now() END)
                  """);
          for (NewMessage message : messages) {
            batch
                .bind("id", Ids.next(Ids.Kind.WEBHOOK_MESSAGE))
                .bind("provider", message.provider())
                .bind("headers", message.headers().masked().toString())
                .bind("body", message.body())
                .bind("verification", WireNames.of(message.verification()))
                .bind("status", WireNames.of(message.status()))
                .bind("error", message.error())
                .add();
          }
          batch.execute();
        });
  }

  /** Locks the message that has been due longest and that nobody else works on. */
  Optional<StoredMessage> claimDue() {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT * FROM webhook_message WHERE due_at <= now() ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED")
                .map((row, _) -> message(row))
                .findOne());
  }

  /** Locks a message that a reader may see. */
  Optional<StoredMessage> lock(String tenantId, boolean operator, String id) {
    return visible(tenantId, operator, id, " FOR UPDATE OF m");
  }

  /** A message that a reader may see. */
  Optional<StoredMessage> find(String tenantId, boolean operator, String id) {
    return visible(tenantId, operator, id, "");
  }

  private Optional<StoredMessage> visible(
      String tenantId, boolean operator, String id, String locking) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT m.* FROM webhook_message m WHERE m.id = :id AND " + VISIBLE + locking)
                .bind("id", id)
                .bind("tenant", tenantId)
                .bind("operator", operator)
                .map((row, _) -> message(row))
                .findOne());
  }

  /** A message, whoever asks. */
  StoredMessage get(String id) {
    return sql.with(
        handle ->
            handle
                .createQuery("SELECT * FROM webhook_message WHERE id = :id")
                .bind("id", id)
                .map((row, _) -> message(row))
                .one());
  }

  /** How far a message can be trusted. */
  Verification verification(String id) {
    return sql.with(
        handle ->
            handle
                .createQuery("SELECT verification FROM webhook_message WHERE id = :id")
                .bind("id", id)
                .map((row, _) -> WireNames.parse(Verification.class, row.getString(1)))
                .one());
  }

  /** A page of the messages that a reader may see, newest first. */
  List<MessageHead> page(MessageFilter filter, int limit) {
    Conditions conditions = filter.conditions(VISIBLE);
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT m.id, m.provider, m.verification, m.status, m.error, octet_length(m.body) AS size, m.received_at, m.processed_at"
                        + " FROM webhook_message m WHERE "
                        + conditions.text()
                        + " ORDER BY m.id DESC LIMIT :limit")
                .bindMap(conditions.values())
                .bind("limit", limit)
                .map((row, _) -> head(row))
                .list());
  }

  /** Everything in the message was decided, is parked, or was known already. */
  void processed(String id) {
    update(
        id,
        "status = 'processed', question = NULL, due_at = NULL, processed_at = now(), error = NULL",
        UnaryOperator.identity());
  }

  /** The message could not be processed, and is tried again after a pause. */
  void retry(String id, String error, Duration pause) {
    update(
        id,
        "tries = tries + 1, due_at = now() + :millis * interval '1 millisecond', error = :error",
        update -> update.bind("millis", pause.toMillis()).bind("error", error));
  }

  /** The message could not be processed, and is not tried again by itself. */
  void fail(String id, String error) {
    update(
        id,
        "tries = tries + 1, status = 'failed', question = NULL, due_at = NULL, error = :error",
        update -> update.bind("error", error));
  }

  /**
   * It is a test message, as its body says: nothing in it is applied. Where nothing proves who sent
   * it, it stays what it is, and is forgotten as such.
   */
  void isTest(String id) {
    update(
        id,
        "verification = CASE verification WHEN 'hint' THEN 'hint' ELSE 'test' END, question = NULL, status = 'processed', due_at = NULL, processed_at = now(), error = NULL",
        UnaryOperator.identity());
  }

  /**
   * A failed message is to be processed anew.
   *
   * @param reapplication the re-application of a span that it belongs to, if it does
   */
  void revive(String id, @Nullable String reapplication) {
    update(
        id,
        "tries = 0, status = 'received', due_at = now(), error = NULL, reapplied_at = now(), reapplication_id = :reapplication",
        update -> update.bind("reapplication", reapplication));
  }

  private void update(String id, String change, UnaryOperator<Update> binder) {
    int rows =
        sql.with(
            handle ->
                binder
                    .apply(
                        handle
                            .createUpdate(
                                "UPDATE webhook_message SET " + change + " WHERE id = :id")
                            .bind("id", id))
                    .execute());
    Sql.exactlyOne(rows, "changing message " + id);
  }

  static StoredMessage message(ResultSet row) throws SQLException {
    MessageHead head = headOf(row, 0);
    try {
      return new StoredMessage(
          head.id(),
          head.provider(),
          Headers.stored(JSON.readTree(row.getString("headers"))),
          row.getBytes("body"),
          head.verification(),
          head.status(),
          head.error(),
          row.getInt("tries"),
          row.getTimestamp("reapplied_at") != null,
          head.receivedAt(),
          head.processedAt());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the headers of a stored message are damaged", e);
    }
  }

  private static MessageHead head(ResultSet row) throws SQLException {
    return headOf(row, row.getInt("size"));
  }

  private static MessageHead headOf(ResultSet row, int size) throws SQLException {
    java.sql.@Nullable Timestamp processed = row.getTimestamp("processed_at");
    return new MessageHead(
        row.getString("id"),
        row.getString("provider"),
        WireNames.parse(Verification.class, row.getString("verification")),
        WireNames.parse(MessageStatus.class, row.getString("status")),
        row.getString("error"),
        size,
        row.getTimestamp("received_at").toInstant(),
        processed == null ? null : processed.toInstant());
  }
}
