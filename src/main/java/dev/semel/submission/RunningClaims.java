// The claims that this node is working on.
package dev.semel.submission;

import dev.semel.db.Tx;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The claims that this node is working on. Their leases are renewed while a call runs, so that a
 * slow partner does not make a living worker look dead; a lease that has ended is never renewed,
 * because somebody else may have taken over.
 */
@Singleton
final class RunningClaims {
  private static final int RENEWALS_PER_LEASE = 3;

  private final Map<String, Claim> running = new ConcurrentHashMap<>();
  private final ClaimStore claims;
  private final Node node;
  private final Duration lease;
  private final LongSupplier nanoTime;
  private long nextRenewal;

  RunningClaims(ClaimStore claims, Node node, SubmissionConfig config, LongSupplier nanoTime) {
    this.claims = claims;
    this.node = node;
    this.lease = config.lease();
    this.nanoTime = nanoTime;
    this.nextRenewal = nanoTime.getAsLong();
  }

  void add(Claim claim) {
    running.put(claim.payout().id(), claim);
  }

  void remove(Claim claim) {
    running.remove(claim.payout().id(), claim);
  }

  /**
   * Whether a request may still be written under a claim: the claim is young, and the payout's
   * deadline has not come. A process that was stopped, or waited, between its claim and its first
   * byte must not send when it goes on: by then the payout may be somebody else's, or cancelled.
   * How far off the deadline was, the database said with the claim.
   */
  boolean maySend(Claim claim) {
    Duration age = Duration.ofNanos(nanoTime.getAsLong() - claim.beganNanos());
    return maySend(age, lease, claim.at(), claim.payout().asked().submitBefore());
  }

  /** The same for a claim of an age. */
  static boolean maySend(
      Duration age, Duration lease, Instant claimedAt, @Nullable Instant deadline) {
    boolean inTime = deadline == null || age.compareTo(Duration.between(claimedAt, deadline)) < 0;
    return inTime && age.compareTo(lease.dividedBy(2)) < 0;
  }

  /** Renews the leases when it is time for that. */
  void renewWhenDue() {
    long now = nanoTime.getAsLong();
    if (now - nextRenewal < 0) {
      return;
    }
    nextRenewal = now + lease.dividedBy(RENEWALS_PER_LEASE).toNanos();
    if (!running.isEmpty()) {
      Tx.run(() -> claims.renew(running.values(), node, lease));
    }
  }
}
