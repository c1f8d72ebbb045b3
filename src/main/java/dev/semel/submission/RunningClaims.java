// The claims that this node is working on.
package dev.semel.submission;

import dev.semel.db.Tx;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The claims that this node is working on. Their leases are renewed while a call runs, so that a
 * slow partner does not make a living worker look dead; a lease that has ended is never renewed,
 * because somebody else may have taken over.
 */
@Singleton
final class RunningClaims {
  private static final Logger LOG = Logger.getLogger(RunningClaims.class);
  private static final int RENEWALS_PER_LEASE = 3;
  private static final Duration AFTER_FAILURE = Duration.ofMillis(500);

  private final Map<String, Held> running = new ConcurrentHashMap<>();
  private final ClaimStore claims;
  private final Node node;
  private final Duration lease;
  private final LongSupplier nanoTime;
  private final ShortLeases shortLeases;
  private long nextRenewal;
  private volatile boolean closed;

  RunningClaims(ClaimStore claims, Node node, SubmissionConfig config, LongSupplier nanoTime) {
    this.claims = claims;
    this.node = node;
    this.lease = config.lease();
    if (lease.compareTo(SubmissionConfig.SHORTEST_LEASE) < 0) {
      throw new IllegalStateException(
          "SEMEL_LEASE is "
              + lease
              + ", but a claim has to last at least "
              + SubmissionConfig.SHORTEST_LEASE
              + ": nothing can be sent under a shorter one");
    }
    this.nanoTime = nanoTime;
    this.shortLeases = new ShortLeases(lease, nanoTime, LOG::warn);
    this.nextRenewal = nanoTime.getAsLong();
  }

  /**
   * A claim that is worked on.
   *
   * @param claim the claim
   * @param renewedNanos this node's monotonic clock just before its lease was given or renewed last
   */
  private record Held(Claim claim, long renewedNanos) {}

  void add(Claim claim) {
    running.put(claim.payout().id(), new Held(claim, claim.beganNanos()));
  }

  void remove(Claim claim) {
    running.computeIfPresent(
        claim.payout().id(), (_, held) -> held.claim().epoch() == claim.epoch() ? null : held);
  }

  /** What is claimed from now on may be sent. */
  void open() {
    closed = false;
  }

  /** From now on nothing is sent any more: what has not begun is held back. */
  void close() {
    closed = true;
  }

  /** The claims that are worked on now. */
  List<Claim> all() {
    return running.values().stream().map(Held::claim).toList();
  }

  /** Whether a claim is still worked on here, and was not given up. */
  boolean has(Claim claim) {
    @Nullable Held held = running.get(claim.payout().id());
    return held != null && held.claim().epoch() == claim.epoch();
  }

  /** Whether the lease of a claim that is worked on lasts, by this node's monotonic clock. */
  boolean lasts(Claim claim) {
    @Nullable Held held = running.get(claim.payout().id());
    return held != null
        && held.claim().epoch() == claim.epoch()
        && nanoTime.getAsLong() - held.renewedNanos() < lease.toNanos();
  }

  /**
   * Whether a request may still be written under a claim: its lease was given or renewed lately,
   * and the payout's deadline has not come. A process that was stopped, or waited, between its
   * claim and its first byte must not send when it goes on: by then the payout may be somebody
   * else's, or cancelled. How far off the deadline was, the database said with the claim.
   */
  boolean maySend(Claim claim) {
    @Nullable Held held = running.get(claim.payout().id());
    if (closed || held == null || held.claim().epoch() != claim.epoch()) {
      return false;
    }
    long now = nanoTime.getAsLong();
    boolean leased = now - held.renewedNanos() < lease.dividedBy(2).toNanos();
    shortLeases.met(leased);
    Duration age = Duration.ofNanos(now - claim.beganNanos());
    return leased && inTime(age, claim.at(), claim.payout().asked().submitBefore());
  }

  /**
   * Whether the request of a payout that was claimed for a question may be written once more. The
   * span in which that may happen was recorded up to the end of the lease as it was claimed, and a
   * renewal does not widen it.
   */
  boolean mayResend(Claim claim) {
    long age = nanoTime.getAsLong() - claim.beganNanos();
    return age < lease.dividedBy(2).toNanos() && maySend(claim);
  }

  /** Whether the deadline of a payout has not come when its claim is so old. */
  static boolean inTime(Duration age, Instant claimedAt, @Nullable Instant deadline) {
    return deadline == null || age.compareTo(Duration.between(claimedAt, deadline)) < 0;
  }

  /** Renews the leases when it is time for that. */
  void renewWhenDue() {
    long now = nanoTime.getAsLong();
    if (now - nextRenewal < 0) {
      return;
    }
    // Soon again when this one fails.
    nextRenewal = now + AFTER_FAILURE.toNanos();
    List<Claim> claimed = all();
    if (!claimed.isEmpty()) {
      Tx.call(() -> claims.renew(claimed, node, lease))
          .forEach(id -> running.computeIfPresent(id, (_, held) -> new Held(held.claim(), now)));
    }
    nextRenewal = now + lease.dividedBy(RENEWALS_PER_LEASE).toNanos();
  }
}
