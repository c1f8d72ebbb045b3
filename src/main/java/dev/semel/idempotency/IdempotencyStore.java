// The SQL of idempotency keys.
package dev.semel.idempotency;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.semel.db.Sql;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes idempotency keys. A key outlives its time until what it began is finished: a
 * payout is final. What else a request may begin has to be added to {@code FINISHED}, the one place
 * that says so.
 */
@Singleton
final class IdempotencyStore {
  private static final TypeReference<Map<String, String>> HEADERS = new TypeReference<>() {};

  /**
   * Whether everything that the key's request began has come to its end: see the class. Written so
   * that each key asks an index; with NOT EXISTS a purge could read all open payouts at every step.
   */
  private static final String FINISHED =
      """
      (SELECT p.id FROM payout p WHERE p.id = k.payout_id AND p.closed_at IS NULL) IS NULL
          AND (SELECT p.id FROM payout p WHERE p.batch_id = k.batch_id AND p.closed_at IS NULL LIMIT 1) IS NULL""";

  private final Sql sql;
  private final ObjectMapper json;

  IdempotencyStore(Sql sql, ObjectMapper json) {
    this.sql = sql;
    this.json = json;
  }

  /** A key that was used. */
  record Used(byte[] fingerprint, StoredResponse response, Instant expires) {}

  /**
   * Takes a key. While another transaction has it, this waits, at most as long as the connection's
   * {@code lock_timeout}. A key past its time whose payouts are final may be taken anew.
   *
   * @return until when the key is kept, or empty when it was used before
   */
  Optional<Instant> reserve(IdempotencyKey key, byte[] fingerprint, Duration retention) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    INSERT INTO idempotency_key AS k (credential_id, operation, key, fingerprint, expires_at)
                    VALUES (:credential, :operation, :key, :fingerprint, now() + make_interval(secs => :retention))
                    ON CONFLICT (credential_id, operation, key) DO UPDATE
                        SET fingerprint = excluded.fingerprint, status = NULL, headers = NULL, body = NULL, payout_id = NULL, batch_id = NULL,
                            created_at = now(), expires_at = excluded.expires_at
                        WHERE k.expires_at <= now() AND <finished>
                    RETURNING expires_at
                    """)
                .define("finished", FINISHED)
                .bind("credential", key.credentialId())
                .bind("operation", key.operation())
                .bind("key", key.key())
                .bind("fingerprint", fingerprint)
                .bind("retention", retention.toSeconds())
                .mapTo(Instant.class)
                .findOne());
  }

  /** Keeps the answer under its key. */
  void complete(IdempotencyKey key, StoredResponse response) {
    int rows =
        sql.with(
            handle ->
                handle
                    .createUpdate(
                        """
                        UPDATE idempotency_key SET status = :status, headers = CAST(:headers AS jsonb), body = :body, payout_id = :payout, batch_id = :batch
                        WHERE credential_id = :credential AND operation = :operation AND key = :key AND status IS NULL
                        """)
                    .bind("credential", key.credentialId())
                    .bind("operation", key.operation())
                    .bind("key", key.key())
                    .bind("status", response.status())
                    .bind("headers", write(response.headers()))
                    .bind("body", response.body())
                    .bind("payout", response.payoutId())
                    .bind("batch", response.batchId())
                    .execute());
    Sql.exactlyOne(rows, "completing an idempotency key");
  }

  /** Whether a key was used: its answer is there, or will be when its first request commits. */
  boolean isUsed(IdempotencyKey key) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT EXISTS (SELECT FROM idempotency_key WHERE credential_id = :credential AND operation = :operation AND key = :key AND expires_at > now())
                    """)
                .bind("credential", key.credentialId())
                .bind("operation", key.operation())
                .bind("key", key.key())
                .mapTo(Boolean.class)
                .one());
  }

  /** The first answer to a key that was used. */
  Used find(IdempotencyKey key) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT fingerprint, status, headers, body, payout_id, batch_id, expires_at FROM idempotency_key
                    WHERE credential_id = :credential AND operation = :operation AND key = :key
                    """)
                .bind("credential", key.credentialId())
                .bind("operation", key.operation())
                .bind("key", key.key())
                .map((row, _) -> used(row))
                .one());
  }

  /**
   * How far a purge has come: through the keys in the order of their expiry, and of their rows
   * where several expire at once.
   */
  record Place(Instant expires, String row) {
    static final Place FIRST = new Place(Instant.EPOCH, "(0,0)");
  }

  /**
   * What one step of a purge came to.
   *
   * @param looked how many keys past their time it looked at
   * @param deleted how many of them it deleted
   * @param until the last of them; the next step begins behind it
   */
  record Purged(int looked, int deleted, Place until) {}

  /**
   * Looks at the next keys past their time, and deletes those whose payout is final: a bounded
   * number at once so that no lock is held for long. Keys that somebody else holds are skipped.
   *
   * @param from where to begin: what lies before was gone through, and going through its dead index
   *     entries again with every step would make a long purge slower and slower
   */
  Purged purge(Place from, int most) {
    // Nobody waits for the disk: what a crash brings back is deleted again.
    sql.use(handle -> handle.execute("SET LOCAL synchronous_commit = off"));
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    -- Nothing but the order and the limit, so that every plan reads the index of expiries and stops.
                    WITH page AS MATERIALIZED (
                        SELECT k.ctid AS place, k.expires_at FROM idempotency_key k
                        WHERE k.expires_at >= :from AND (k.expires_at, k.ctid) > (:from, CAST(:row AS tid))
                        ORDER BY k.expires_at, k.ctid LIMIT :most),
                    past AS MATERIALIZED (SELECT place, expires_at FROM page WHERE expires_at <= now()),
                    -- By place and as arrays, so that no plan ever reads the whole table.
                    old AS MATERIALIZED (
                        SELECT k.ctid AS place FROM idempotency_key k
                        WHERE k.ctid = ANY (ARRAY(SELECT place FROM past)) AND k.expires_at <= now() AND <finished>
                        FOR UPDATE SKIP LOCKED),
                    gone AS (
                        DELETE FROM idempotency_key WHERE ctid = ANY (ARRAY(SELECT place FROM old)) RETURNING 1)
                    SELECT (SELECT count(*) FROM past) AS looked, (SELECT count(*) FROM gone) AS deleted, expires_at, place::text AS row
                    FROM (SELECT expires_at, place FROM past UNION ALL SELECT :from, CAST(:row AS tid)) so_far
                    ORDER BY expires_at DESC, place DESC LIMIT 1
                    """)
                .define("finished", FINISHED)
                .bind("from", from.expires())
                .bind("row", from.row())
                .bind("most", most)
                .map(
                    (row, _) ->
                        new Purged(
                            row.getInt("looked"),
                            row.getInt("deleted"),
                            new Place(
                                row.getTimestamp("expires_at").toInstant(), row.getString("row"))))
                .one());
  }

  /** What is damaged is never taken for a free key: that could do a thing twice. */
  private Used used(ResultSet row) throws SQLException {
    int status = row.getInt("status");
    @Nullable String headers = row.getString("headers");
    byte @Nullable [] body = row.getBytes("body");
    if (status == 0 || headers == null || body == null) {
      throw new IllegalStateException("a stored answer is damaged: a part of it is missing");
    }
    StoredResponse response =
        new StoredResponse(
            status, read(headers), body, row.getString("payout_id"), row.getString("batch_id"));
    return new Used(
        row.getBytes("fingerprint"), response, row.getTimestamp("expires_at").toInstant());
  }

  private String write(Map<String, String> headers) {
    try {
      return json.writeValueAsString(headers);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("headers are plain strings", e);
    }
  }

  private Map<String, String> read(String headers) {
    try {
      return json.readValue(headers, HEADERS);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a stored answer's headers are damaged", e);
    }
  }
}
