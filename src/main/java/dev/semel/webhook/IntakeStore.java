// The SQL of how much was taken of what anybody can send.
package dev.semel.webhook;

import dev.semel.db.Sql;
import dev.semel.domain.WireNames;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Counts, in the database and so for all nodes, what was taken in the span that is going on. */
@Singleton
final class IntakeStore {
  private final Sql sql;

  IntakeStore(Sql sql) {
    this.sql = sql;
  }

  /** What anybody can send. */
  enum Kind {
    /** Messages whose signature was refused, by the day. */
    REJECTED("day"),
    /** Messages that nothing proves to come from the provider, by the hour. */
    HINT("hour");

    private final String span;

    Kind(String span) {
      this.span = span;
    }
  }

  /**
   * How much of a kind is taken of one provider in one span.
   *
   * @param messages so many at most
   * @param bytes and so many bytes in all
   */
  record Bound(int messages, long bytes) {}

  /**
   * Counts one more, unless that would be too much.
   *
   * @return whether it is taken
   */
  boolean take(String provider, Kind kind, Bound bound, long bytes) {
    // The look spares those who flood the row's lock, which all of them would wait for.
    return bound.messages() > 0
        && bytes <= bound.bytes()
        && hasRoom(provider, kind, bound, bytes)
        && count(provider, kind, bound, bytes);
  }

  private boolean hasRoom(String provider, Kind kind, Bound bound, long bytes) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT NOT EXISTS (SELECT FROM webhook_intake
                        WHERE provider = :provider AND kind = :kind AND since = date_trunc(:span, now(), 'UTC')
                            AND (messages >= :messages OR bytes + :size > :bytes))
                    """)
                .bind("provider", provider)
                .bind("kind", WireNames.of(kind))
                .bind("span", kind.span)
                .bind("messages", bound.messages())
                .bind("bytes", bound.bytes())
                .bind("size", bytes)
                .mapTo(Boolean.class)
                .one());
  }

  private boolean count(String provider, Kind kind, Bound bound, long bytes) {
    int rows =
        sql.with(
            handle ->
                handle
                    .createUpdate(
                        """
                        INSERT INTO webhook_intake AS i (provider, kind, since, messages, bytes)
                        VALUES (:provider, :kind, date_trunc(:span, now(), 'UTC'), 1, :size)
                        ON CONFLICT ON CONSTRAINT webhook_intake_pkey DO UPDATE
                        SET messages = i.messages + 1, bytes = i.bytes + excluded.bytes
                        WHERE i.messages < :messages AND i.bytes + excluded.bytes <= :bytes
                        """)
                    .bind("provider", provider)
                    .bind("kind", WireNames.of(kind))
                    .bind("span", kind.span)
                    .bind("messages", bound.messages())
                    .bind("bytes", bound.bytes())
                    .bind("size", bytes)
                    .execute());
    return rows == 1;
  }

  /** How long messages are kept that need not be kept for good. */
  record Retentions(Duration rejected, Duration hints, Duration tests) {}

  /** Counts one less in the present span. */
  void giveBackNow(String provider, Kind kind, long bytes) {
    giveBack(
        provider,
        kind,
        sql.with(h -> h.createQuery("SELECT now()").mapTo(Instant.class).one()),
        bytes);
  }

  /** Counts one less in the span in which it was taken. */
  void giveBack(String provider, Kind kind, Instant takenAt, long bytes) {
    sql.use(
        handle -> {
          for (String change :
              List.of(
                  "DELETE FROM webhook_intake WHERE messages = 1 AND ",
                  "UPDATE webhook_intake SET messages = messages - 1, bytes = greatest(bytes - :size, 0) WHERE messages > 1 AND ")) {
            int rows =
                handle
                    .createUpdate(
                        change
                            + "provider = :provider AND kind = :kind AND since = date_trunc(:span, CAST(:at AS timestamptz), 'UTC')")
                    .bind("provider", provider)
                    .bind("kind", WireNames.of(kind))
                    .bind("span", kind.span)
                    .bind("at", takenAt)
                    .bind("size", bytes)
                    .execute();
            if (rows > 0) {
              return;
            }
          }
        });
  }

  /**
   * Deletes messages past their time that nothing proves to come from the provider, and tests, with
   * what was found in them, a bounded number at once, the oldest first.
   */
  int purge(Retentions kept, int most) {
    return sql.with(
        handle -> {
          handle.execute("DELETE FROM webhook_intake WHERE since < now() - interval '2 days'");
          List<String> old =
              handle
                  .createQuery(
                      """
                      SELECT m.id FROM webhook_message m
                      WHERE m.verification IN ('rejected', 'hint', 'test') AND m.due_at IS NULL
                          AND m.received_at < now() - make_interval(secs => CASE m.verification WHEN 'hint' THEN :hints WHEN 'test' THEN :tests ELSE :rejected END)
                          AND NOT EXISTS (SELECT FROM webhook_event e WHERE e.message_id = m.id AND e.due_at IS NOT NULL)
                      ORDER BY m.received_at LIMIT :most FOR UPDATE OF m SKIP LOCKED
                      """)
                  .bind("rejected", kept.rejected().toSeconds())
                  .bind("hints", kept.hints().toSeconds())
                  .bind("tests", kept.tests().toSeconds())
                  .bind("most", most)
                  .mapTo(String.class)
                  .list();
          for (String table :
              List.of("webhook_event WHERE message_id", "webhook_message WHERE id")) {
            handle
                .createUpdate("DELETE FROM " + table + " = ANY (:ids)")
                .bindArray("ids", String.class, old)
                .execute();
          }
          return old.size();
        });
  }
}
