// What stands between a submission and the network: breaker, room and pace.
package dev.semel.provider.http;

import dev.semel.provider.Availability;
import dev.semel.provider.ProviderCapacity;
import dev.semel.provider.SubmitOutcome;
import dev.semel.provider.SubmitOutcome.HeldBack;
import dev.semel.provider.file.ProviderFile.Breaker;
import io.smallrye.faulttolerance.api.CircuitBreakerState;
import io.smallrye.faulttolerance.api.Guard;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;

/**
 * Lets submissions through while the partner seems well, there is room, and the pace allows. What
 * it holds back was not tried.
 */
final class SubmissionGate {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);
  private static final Duration PROBE_PAUSE = Duration.ofSeconds(1);

  private final Guard guard;
  private final Semaphore room;
  private final TokenBucket pace;
  private final Breaker breaker;
  private final InstantSource clock;
  private final AtomicInteger probes = new AtomicInteger();
  private volatile Seen seen;

  /** The breaker's state and since when. */
  private record Seen(CircuitBreakerState state, Instant since) {}

  /**
   * How a submission ended.
   *
   * @param outcome its outcome
   * @param failed whether the breaker counts it as a failure
   */
  record Ended(SubmitOutcome outcome, boolean failed) {}

  /** Carries a counted failure through the breaker. */
  private static final class CountedFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient SubmitOutcome outcome;

    CountedFailure(SubmitOutcome outcome) {
      super(null, null, false, false);
      this.outcome = outcome;
    }
  }

  SubmissionGate(
      Breaker breaker, ProviderCapacity capacity, InstantSource clock, LongSupplier nanos) {
    this.breaker = breaker;
    this.clock = clock;
    this.room = new Semaphore(capacity.inFlight());
    this.pace = new TokenBucket(capacity.perSecond(), nanos);
    this.seen = new Seen(CircuitBreakerState.CLOSED, clock.instant());
    this.guard =
        Guard.create()
            .withCircuitBreaker()
            .failOn(CountedFailure.class)
            .requestVolumeThreshold(breaker.of())
            .failureRatio((double) breaker.failures() / breaker.of())
            .delay(breaker.openFor().toMillis(), ChronoUnit.MILLIS)
            .successThreshold(1)
            .onStateChange(state -> seen = new Seen(state, clock.instant()))
            .done()
            .build();
  }

  /** Whether submissions make sense now. */
  Availability availability() {
    Seen last = seen;
    Instant now = clock.instant();
    if (last.state() == CircuitBreakerState.CLOSED) {
      return new Availability.Available();
    }
    Instant until = last.since().plus(breaker.openFor());
    boolean stillOpen = last.state() == CircuitBreakerState.OPEN && now.isBefore(until);
    if (stillOpen) {
      return new Availability.Unavailable(until);
    }
    return probes.get() == 0
        ? new Availability.ProbeOnly()
        : new Availability.Unavailable(now.plus(PROBE_PAUSE));
  }

  /** Makes a submission, or holds it back. */
  SubmitOutcome pass(Supplier<Ended> submission) {
    if (!room.tryAcquire()) {
      return new HeldBack("too many submissions to this provider are running already");
    }
    try {
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
    try {
      return guard.get(
          () -> {
            Ended ended = counted(submission);
            if (ended.failed()) {
              throw new CountedFailure(ended.outcome());
            }
            return ended.outcome();
          },
          SubmitOutcome.class);
    } catch (CountedFailure e) {
      return e.outcome;
    } catch (CircuitBreakerOpenException e) {
      return new HeldBack("breaker open");
    }
  }

  /** Whatever is let through while the breaker is not closed is the probe. */
  private Ended counted(Supplier<Ended> submission) {
    boolean probe = seen.state() != CircuitBreakerState.CLOSED;
    if (!probe) {
      return submission.get();
    }
    probes.incrementAndGet();
    try {
      return submission.get();
    } finally {
      probes.decrementAndGet();
    }
  }
}
