// The SQL of the events in messages from providers.
package dev.semel.webhook;

import dev.semel.db.Ids;
import dev.semel.db.Sql;
import dev.semel.domain.WireNames;
import dev.semel.provider.ProviderNotice;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads and writes the events in messages from providers. */
@Singleton
final class WebhookEventStore {
  /** An escaped NUL in JSON text, which a jsonb column cannot hold. */
  private static final Pattern NUL = Pattern.compile("(?<!\\\\)((?:\\\\\\\\)*)\\\\u0000");

  private static final String COLUMNS = "SELECT e.*, now() AS read_at FROM webhook_event e ";

  private final Sql sql;

  WebhookEventStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * Keeps an event that is about to be decided, unless the provider's event is known already.
   * Another transaction that is just keeping the same event is waited for.
   *
   * @return the event, or empty when it was known
   */
  Optional<StoredEvent> insert(String provider, String messageId, ProviderNotice notice) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    INSERT INTO webhook_event (id, provider, event_id, message_id, type, reference, provider_payout_id, provider_word, payload, status, due_at)
                    VALUES (:id, :provider, :event, :message, :type, :reference, :theirs, :word, CAST(:payload AS jsonb), 'parked', now())
                    ON CONFLICT (provider, event_id) DO NOTHING
                    RETURNING *, now() AS read_at
                    """)
                .bind("id", Ids.next(Ids.Kind.WEBHOOK_EVENT))
                .bind("provider", provider)
                .bind("event", notice.eventId())
                .bind("message", messageId)
                .bind("type", notice.type().orElse(null))
                .bind("reference", notice.reference().orElse(null))
                .bind("theirs", notice.statement().providerPayoutId().orElse(null))
                .bind("word", notice.statement().providerWord())
                .bind("payload", NUL.matcher(notice.payload().toString()).replaceAll("$1?"))
                .map((row, _) -> event(row))
                .findOne());
  }

  /** Locks the waiting event that has been due longest and that nobody else works on. */
  Optional<StoredEvent> claimDue() {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    COLUMNS
                        + "WHERE e.due_at <= now() ORDER BY e.due_at, e.id LIMIT 1 FOR UPDATE SKIP LOCKED")
                .map((row, _) -> event(row))
                .findOne());
  }

  /** The events that a message brought first, in the order in which they were read. */
  List<StoredEvent> ofMessage(String messageId) {
    return sql.with(
        handle ->
            handle
                .createQuery(COLUMNS + "WHERE e.message_id = :message ORDER BY e.id")
                .bind("message", messageId)
                .map((row, _) -> event(row))
                .list());
  }

  /**
   * How often the provider was asked about a payout within a day because of messages.
   *
   * @param first when it was decided to, first within that day
   * @param last when it was decided to, last
   * @param came when the message of the event in question came
   */
  record Asked(int times, Optional<Instant> first, Optional<Instant> last, Instant came) {}

  /** How often messages made us ask about a payout within a day before an event is decided. */
  Asked askedInADay(StoredEvent event, String payoutId) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT count(*) AS times, min(decided_at) AS first, max(decided_at) AS last, (SELECT received_at FROM webhook_message WHERE id = :message) AS came
                    FROM webhook_event WHERE payout_id = :payout AND status = 'asked' AND decided_at > now() - interval '1 day'
                    """)
                .bind("payout", payoutId)
                .bind("message", event.messageId())
                .map(
                    (row, _) ->
                        new Asked(
                            row.getInt("times"),
                            Optional.ofNullable(row.getTimestamp("first"))
                                .map(Timestamp::toInstant),
                            Optional.ofNullable(row.getTimestamp("last")).map(Timestamp::toInstant),
                            row.getTimestamp("came").toInstant()))
                .one());
  }

  /** What became of an event, for good. */
  void decide(String id, EventStatus status, @Nullable String reason, @Nullable String payoutId) {
    int rows =
        sql.with(
            handle ->
                handle
                    .createUpdate(
                        """
                        UPDATE webhook_event SET status = :status, reason = :reason, payout_id = coalesce(:payout, payout_id), due_at = NULL, decided_at = now()
                        WHERE id = :id
                        """)
                    .bind("id", id)
                    .bind("status", WireNames.of(status))
                    .bind("reason", reason)
                    .bind("payout", payoutId)
                    .execute());
    Sql.exactlyOne(rows, "deciding event " + id);
  }

  /** Lets an event wait that names no payout of ours so far, and says why. */
  void park(String id, String reason, Duration pause) {
    park(id, reason, pause, null);
  }

  /** Lets an event of a payout wait, and says why. */
  void park(String id, String reason, Duration pause, @Nullable String payoutId) {
    int rows =
        sql.with(
            handle ->
                handle
                    .createUpdate(
                        """
                        UPDATE webhook_event SET status = 'parked', reason = :reason, payout_id = coalesce(:payout, payout_id), due_at = now() + :millis * interval '1 millisecond', decided_at = NULL
                        WHERE id = :id
                        """)
                    .bind("id", id)
                    .bind("reason", reason)
                    .bind("millis", pause.toMillis())
                    .bind("payout", payoutId)
                    .execute());
    Sql.exactlyOne(rows, "parking event " + id);
  }

  /** Brings one event to its payout, as {@link Sql#alone}. */
  Optional<RuntimeException> alone(Runnable statements) {
    return sql.alone(statements);
  }

  private static StoredEvent event(ResultSet row) throws SQLException {
    return new StoredEvent(
        row.getString("id"),
        row.getString("provider"),
        row.getString("event_id"),
        row.getString("message_id"),
        Optional.ofNullable(row.getString("reference")),
        Optional.ofNullable(row.getString("provider_payout_id")),
        WireNames.parse(EventStatus.class, row.getString("status")),
        row.getString("reason"),
        row.getString("payout_id"),
        row.getTimestamp("received_at").toInstant(),
        row.getTimestamp("read_at").toInstant());
  }
}
