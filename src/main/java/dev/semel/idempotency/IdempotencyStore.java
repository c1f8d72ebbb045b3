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

/** Reads and writes idempotency keys. */
@Singleton
final class IdempotencyStore {
  private static final TypeReference<Map<String, String>> HEADERS = new TypeReference<>() {};

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
                        WHERE k.expires_at <= now()
                            AND NOT EXISTS (SELECT FROM payout p WHERE p.id = k.payout_id AND p.closed_at IS NULL)
                            AND NOT EXISTS (SELECT FROM payout p WHERE p.batch_id = k.batch_id AND p.closed_at IS NULL)
                    RETURNING expires_at
                    """)
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
   * Deletes keys past their time whose payouts are final, a bounded number at once so that no lock
   * is held for long.
   *
   * @return how many were deleted
   */
  int purge(int most) {
    return sql.with(
        handle ->
            handle
                .createUpdate(
                    """
                    DELETE FROM idempotency_key WHERE ctid IN (
                        SELECT k.ctid FROM idempotency_key k LEFT JOIN payout p ON p.id = k.payout_id
                        WHERE k.expires_at <= now() AND (p.id IS NULL OR p.closed_at IS NOT NULL)
                            AND NOT EXISTS (SELECT FROM payout b WHERE b.batch_id = k.batch_id AND b.closed_at IS NULL)
                        ORDER BY k.expires_at LIMIT :most FOR UPDATE OF k SKIP LOCKED)
                    """)
                .bind("most", most)
                .execute());
  }

  private Used used(ResultSet row) throws SQLException {
    StoredResponse response =
        new StoredResponse(
            row.getInt("status"),
            read(row.getString("headers")),
            row.getBytes("body"),
            row.getString("payout_id"),
            row.getString("batch_id"));
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
