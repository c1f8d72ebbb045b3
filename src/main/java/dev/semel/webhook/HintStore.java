// The SQL of messages that nothing proves to come from a provider.
package dev.semel.webhook;

import dev.semel.db.Ids;
import dev.semel.db.Sql;
import dev.semel.domain.WireNames;
import jakarta.inject.Singleton;

/** Keeps hints, each question once, and forgets those that add nothing. */
@Singleton
final class HintStore {
  /** Another hint's event about the same attempt of the payout of the event {@code e}. */
  private static final String ABOUT_ITS_PAYOUT =
      """
      SELECT FROM webhook_event o JOIN webhook_message m ON m.id = o.message_id
      WHERE o.payout_id = e.payout_id AND o.message_id <> e.message_id AND m.verification = 'hint'
          AND (o.due_at IS NOT NULL OR (e.status <> 'parked' AND o.received_at > now() - interval '1 hour'))
          AND (SELECT max(number) FROM attempt a WHERE a.payout_id = e.payout_id AND a.client_reference = e.reference COLLATE "C")
              IS NOT DISTINCT FROM (SELECT max(number) FROM attempt a WHERE a.payout_id = o.payout_id AND a.client_reference = o.reference COLLATE "C")
      """;

  /** One that waits and names the same as the event {@code e}, which is no payout of ours. */
  private static final String OF_ITS_NAME =
      """
      SELECT FROM webhook_event o JOIN webhook_message m ON m.id = o.message_id
      WHERE o.due_at IS NOT NULL AND o.payout_id IS NULL AND o.message_id <> e.message_id AND m.verification = 'hint'
          AND o.provider = e.provider AND o.reference IS NOT DISTINCT FROM e.reference
          AND o.provider_payout_id IS NOT DISTINCT FROM e.provider_payout_id
      """;

  private final Sql sql;

  HintStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * A hint came that has the question of one that waits to be processed: that one counts as come
   * now, so that a question which was asked before this moment is not taken for its answer. One
   * that is just being processed is waited for.
   *
   * @return false when none waits
   */
  boolean cameAgain(String provider, String question) {
    return sql.with(
            handle ->
                handle
                    .createUpdate(
                        "UPDATE webhook_message SET received_at = now() WHERE provider = :provider AND question = :question")
                    .bind("provider", provider)
                    .bind("question", question)
                    .execute())
        > 0;
  }

  /** The same of one that was processed, and waits for its turn to have us ask about a payout. */
  boolean cameAgainAbout(String payoutId) {
    return sql.with(
            handle ->
                handle
                    .createUpdate(
                        """
                        UPDATE webhook_message SET received_at = now()
                        WHERE verification = 'hint' AND id IN (SELECT message_id FROM webhook_event WHERE payout_id = :payout AND due_at IS NOT NULL)
                        """)
                    .bind("payout", payoutId)
                    .execute())
        > 0;
  }

  /**
   * Keeps a hint, due at once, unless one with the same question waits to be processed.
   *
   * @return whether it is kept
   */
  boolean insert(String provider, Headers headers, byte[] body, String question) {
    return sql.with(
            handle ->
                handle
                    .createUpdate(
                        """
                        INSERT INTO webhook_message (id, provider, headers, body, verification, status, due_at, question)
                        VALUES (:id, :provider, CAST(:headers AS jsonb), :body, :verification, :status, now(), :question)
                        ON CONFLICT (provider, question) WHERE question IS NOT NULL DO NOTHING
                        """)
                    .bind("id", Ids.next(Ids.Kind.WEBHOOK_MESSAGE))
                    .bind("provider", provider)
                    .bind("headers", headers.masked().toString())
                    .bind("body", body)
                    .bind("verification", WireNames.of(Verification.HINT))
                    .bind("status", WireNames.of(MessageStatus.RECEIVED))
                    .bind("question", question)
                    .execute())
        == 1;
  }

  /**
   * Whether a hint that was decided adds nothing: of each of its events another hint's of the last
   * hour has, or waits to have, the same question asked, and its own caused no other.
   */
  boolean addsNothing(String messageId) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT NOT EXISTS (
                        SELECT FROM webhook_event e WHERE e.message_id = :message AND NOT (
                            (e.status IN ('parked', 'refused') OR (e.status = 'asked' AND e.reason LIKE :attempt))
                            AND CASE WHEN e.payout_id IS NULL THEN EXISTS (<name>) ELSE EXISTS (<payout>) END))
                    """
                        .replace("<name>", OF_ITS_NAME)
                        .replace("<payout>", ABOUT_ITS_PAYOUT))
                .bind("message", messageId)
                .bind("attempt", DecideEvent.ABOUT_ATTEMPT + "%")
                .mapTo(Boolean.class)
                .one());
  }

  /**
   * Forgets a hint with what was found in it. Those that wait to have the same question asked count
   * as come when it came.
   *
   * @return whether it had a place that is counted
   */
  boolean forget(String messageId) {
    return sql.with(
        handle -> {
          handle
              .createUpdate(
                  """
                  UPDATE webhook_message m SET received_at = greatest(m.received_at, own.received_at)
                  FROM webhook_message own, webhook_event e, webhook_event o
                  WHERE own.id = :id AND e.message_id = own.id AND e.due_at IS NOT NULL AND o.payout_id = e.payout_id AND o.due_at IS NOT NULL
                      AND m.id = o.message_id AND m.id <> own.id AND m.verification = 'hint'
                  """)
              .bind("id", messageId)
              .execute();
          handle
              .createUpdate("DELETE FROM webhook_event WHERE message_id = :id")
              .bind("id", messageId)
              .execute();
          return handle
              .createQuery(
                  "DELETE FROM webhook_message WHERE id = :id RETURNING coalesce(question LIKE :counted, false)")
              .bind("id", messageId)
              .bind("counted", TakeHint.BY_BODY + "%")
              .mapTo(Boolean.class)
              .one();
        });
  }
}
