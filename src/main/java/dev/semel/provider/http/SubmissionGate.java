// What stands between a submission and the network: breaker, room and pace.
package dev.semel.provider.http;

import dev.semel.provider.Availability;
import dev.semel.provider.BreakerStanding;
import dev.semel.provider.ProviderCapacity;
import dev.semel.provider.Room;
import dev.semel.provider.SubmitOutcome;
import dev.semel.provider.SubmitOutcome.HeldBack;
import dev.semel.provider.SubmitOutcome.NotSent;
import dev.semel.provider.file.ProviderFile.Breaker;
import dev.semel.provider.http.SubmissionBreaker.Permit;
import dev.semel.provider.http.SubmissionBreaker.Tells;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Lets submissions through while the partner seems well, there is room, and the pace allows. What
 * it holds back was not tried.
 */
final class SubmissionGate {
  private static final Duration HELD = Duration.ofSeconds(1);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

  private final Room room;
  private final TokenBucket pace;
  private final SubmissionBreaker breaker;
  private volatile boolean held;

  /**
   * How a submission ended.
   *
   * @param outcome its outcome
   * @param tells what it tells the breaker
   */
  record Ended(SubmitOutcome outcome, Tells tells) {
    /** One that failed or not; of a request that was never tried, it tells nothing. */
    Ended(SubmitOutcome outcome, boolean failed) {
      this(outcome, tells(outcome, failed));
    }

    private static Tells tells(SubmitOutcome outcome, boolean failed) {
      if (failed) {
        return Tells.FAILED;
      }
      return outcome instanceof HeldBack || outcome instanceof NotSent ? Tells.NOTHING : Tells.WELL;
    }
  }

  /**
   * @param nanos a clock that only goes forward, in nanoseconds
   */
  SubmissionGate(Breaker breaker, ProviderCapacity capacity, LongSupplier nanos) {
    this.room = new Room(capacity.inFlight());
    this.pace = new TokenBucket(capacity.perSecond(), nanos);
    this.breaker = new SubmissionBreaker(breaker, nanos);
  }

  /**
   * Goes on under other terms. What is running, what was counted and whether the breaker is open
   * stay as they are: a new version of a file says nothing of how the partner does.
   */
  void follow(Breaker terms, ProviderCapacity capacity) {
    room.resize(capacity.inFlight());
    pace.follow(capacity.perSecond());
    breaker.follow(terms);
    held = false;
  }

  /**
   * Lets nothing more through, as what is running must have ended before the file changes.
   *
   * @return whether nothing is running
   */
  boolean hold() {
    held = true;
    return room.isEmpty();
  }

  /** Lets submissions through again. */
  void goOn() {
    held = false;
  }

  /** Whether submissions make sense now. */
  Availability availability() {
    return held ? new Availability.Unavailable(HELD) : breaker.availability();
  }

  /** How the breaker stands. */
  BreakerStanding standing() {
    return breaker.standing();
  }

  /** Makes a submission, or holds it back. */
  SubmitOutcome pass(Supplier<Ended> submission) {
    if (!room.tryAcquire()) {
      return new HeldBack("too many submissions to this provider are running already");
    }
    try {
      // Whoever is inside is seen by who holds, or sees that it is held.
      if (held) {
        return new HeldBack("a new version of the provider's file is about to be in force");
      }
      Duration wait = pace.take(LONGEST_WAIT);
      if (wait.compareTo(LONGEST_WAIT) > 0) {
        return new HeldBack("too many submissions to this provider start in one second");
      }
      LockSupport.parkNanos(wait.toNanos());
      return throughBreaker(submission);
    } finally {
      room.release();
    }
  }

  private SubmitOutcome throughBreaker(Supplier<Ended> submission) {
    Optional<Permit> permit = breaker.ask();
    if (permit.isEmpty()) {
      return new HeldBack("breaker open");
    }
    // What ends in an error of our own may have been sent all the same.
    Tells tells = Tells.FAILED;
    String why = "the answer could not be judged";
    try {
      Ended ended = submission.get();
      tells = ended.tells();
      why = SubmitJudge.error(ended.outcome()).orElse("");
      return ended.outcome();
    } finally {
      breaker.ended(permit.get(), tells, why);
    }
  }
}
