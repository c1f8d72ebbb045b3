// Gives one answer for one key.
package dev.semel.idempotency;

import dev.semel.db.CommitUnknownException;
import dev.semel.db.SqlStates;
import dev.semel.db.Tx;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import io.quarkus.runtime.Startup;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Gives one answer for one key. The key's row, what the request does and the answer commit together
 * or not at all, so that a key is never left half used: whatever fails before the commit leaves it
 * free.
 */
@Startup(Idempotency.BEFORE_THE_WORKERS)
@Singleton
public final class Idempotency {
  /** A retention that can't be used stops the start before anything works. */
  static final int BEFORE_THE_WORKERS = 50;

  private static final Logger LOG = Logger.getLogger(Idempotency.class);

  private final IdempotencyStore keys;
  private final Duration retention;

  Idempotency(IdempotencyStore keys, IdempotencyConfig config) {
    this.keys = keys;
    this.retention = config.retention();
    if (retention.compareTo(IdempotencyConfig.LEAST_RETENTION) < 0) {
      throw new IllegalStateException(
          "SEMEL_IDEMPOTENCY_RETENTION is "
              + retention
              + ", but keys must live at least PT24H: clients retry that long");
    }
  }

  /**
   * The answer to a request.
   *
   * @param response the first answer to the key
   * @param replayed whether it was given before
   * @param expires until when the key is kept at least
   */
  public record Answer(StoredResponse response, boolean replayed, Instant expires) {}

  /**
   * Acts once for a key, and answers every repeat as the first time.
   *
   * @param key the key in its scope
   * @param fingerprint what was asked, as {@link Fingerprint} makes it
   * @param act what the request does, inside the transaction; an exception rolls it back and leaves
   *     the key free
   * @throws ProblemException when the key was used for another request, its first request is still
   *     running after a bounded wait, or nobody knows whether the commit happened
   */
  public Answer answer(IdempotencyKey key, byte[] fingerprint, Supplier<StoredResponse> act) {
    try {
      return Tx.call(() -> answerInside(key, fingerprint, act));
    } catch (CommitUnknownException e) {
      LOG.warnf("The commit of %s may or may not have happened: %s", key.operation(), e.getCause());
      throw new ProblemException(
          ProblemType.OUTCOME_UNKNOWN,
          "This may or may not have been done. Send the same request with the same Idempotency-Key again: you get its answer, or it is done now.");
    }
  }

  /** Whether a key has its answer already, so that nothing needs to be found out for one. */
  boolean isUsed(IdempotencyKey key) {
    return Tx.call(() -> keys.isUsed(key));
  }

  private Answer answerInside(
      IdempotencyKey key, byte[] fingerprint, Supplier<StoredResponse> act) {
    Instant expires = reserve(key, fingerprint);
    if (expires == null) {
      return replay(key, fingerprint);
    }
    StoredResponse response = act.get();
    keys.complete(key, response);
    return new Answer(response, false, expires);
  }

  /** Takes the key, waiting while its first request is running; null when it was used before. */
  private @org.jspecify.annotations.Nullable Instant reserve(
      IdempotencyKey key, byte[] fingerprint) {
    try {
      return keys.reserve(key, fingerprint, retention).orElse(null);
    } catch (RuntimeException e) {
      if (SqlStates.lockTimedOut(e)) {
        throw new ProblemException(
                ProblemType.IDEMPOTENCY_KEY_IN_USE,
                "The first request with this key is still running. Repeat the same request with the same key in a moment.")
            .withHeader("Retry-After", "1");
      }
      throw e;
    }
  }

  private Answer replay(IdempotencyKey key, byte[] fingerprint) {
    IdempotencyStore.Used used = keys.find(key);
    if (!Arrays.equals(used.fingerprint(), fingerprint)) {
      throw new ProblemException(
          ProblemType.IDEMPOTENCY_KEY_REUSED,
          "This key was used for another request. Nothing was changed. Send a new key for a new action, or the original request for a repeat.");
    }
    return new Answer(used.response(), true, used.expires());
  }
}
