// When submissions to a partner stop, and when they go on.
package dev.semel.provider.http;

import dev.semel.provider.Availability;
import dev.semel.provider.BreakerStanding;
import dev.semel.provider.BreakerStanding.State;
import dev.semel.provider.file.ProviderFile.Breaker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Opens when so many of the last submissions failed, lets one probe through when its time is over,
 * and closes when that probe is answered. It looks at no clock but one that only goes forward, so
 * that a node whose clock is set stops neither longer nor shorter for it.
 */
final class SubmissionBreaker {
  private static final Duration PROBE_PAUSE = Duration.ofSeconds(1);

  private Breaker terms;
  private final LongSupplier nanos;

  /** Whether each of the last submissions failed, the latest last. */
  private final Deque<Boolean> latest = new ArrayDeque<>();

  private boolean open;
  private boolean probing;
  private long openedAt;
  private long period;
  private long openings;
  private boolean answered;
  private Optional<String> lastFailure = Optional.empty();

  /**
   * @param terms when it opens, and for how long
   * @param nanos a clock that only goes forward, in nanoseconds
   */
  SubmissionBreaker(Breaker terms, LongSupplier nanos) {
    this.terms = terms;
    this.nanos = nanos;
  }

  /** Goes on under other terms, open or closed as it is. */
  synchronized void follow(Breaker other) {
    terms = other;
  }

  /** What a submission tells of the partner. */
  enum Tells {
    /** It answered. */
    WELL,
    /** It failed. */
    FAILED,
    /** Nothing: it was not asked. */
    NOTHING
  }

  /**
   * Leave to make one submission.
   *
   * @param period between which opening and closing it was given: what comes of it later than that
   *     tells of another time
   * @param probe whether it is the one that is let through
   */
  record Permit(long period, boolean probe) {}

  /** Gives leave to make a submission; empty while none is to be made. */
  synchronized Optional<Permit> ask() {
    if (!open) {
      return Optional.of(new Permit(period, false));
    }
    if (probing || left() > 0) {
      return Optional.empty();
    }
    probing = true;
    return Optional.of(new Permit(period, true));
  }

  /**
   * Takes in how a submission ended. Every permit has to come back.
   *
   * @param why what failed, where something did
   */
  synchronized void ended(Permit permit, Tells tells, String why) {
    if (permit.period() != period) {
      return;
    }
    probing &= !permit.probe();
    switch (tells) {
      case WELL -> wentWell(permit);
      case FAILED -> failed(permit, why);
      case NOTHING -> {}
    }
  }

  private void wentWell(Permit permit) {
    answered = true;
    if (permit.probe()) {
      open = false;
      period++;
    } else {
      remember(false);
    }
  }

  private void failed(Permit permit, String why) {
    lastFailure = Optional.of(why);
    if (permit.probe()) {
      openedAt = nanos.getAsLong();
      return;
    }
    remember(true);
    if (latest.stream().filter(failed -> failed).count() >= terms.failures()) {
      open = true;
      openedAt = nanos.getAsLong();
      period++;
      openings++;
      answered = false;
      latest.clear();
    }
  }

  private void remember(boolean failed) {
    latest.addLast(failed);
    while (latest.size() > terms.of()) {
      latest.removeFirst();
    }
  }

  /** How much longer it stays open, in nanoseconds. */
  private long left() {
    return terms.openFor().toNanos() - (nanos.getAsLong() - openedAt);
  }

  /** Whether submissions make sense now. */
  synchronized Availability availability() {
    if (!open) {
      return new Availability.Available();
    }
    if (probing) {
      return new Availability.Unavailable(PROBE_PAUSE);
    }
    long left = left();
    return left > 0
        ? new Availability.Unavailable(Duration.ofNanos(left))
        : new Availability.ProbeOnly();
  }

  /** How it stands, for people. */
  synchronized BreakerStanding standing() {
    boolean halfOpen = probing || left() <= 0;
    State state = open ? (halfOpen ? State.HALF_OPEN : State.OPEN) : State.CLOSED;
    return new BreakerStanding(state, openings, lastFailure, answered);
  }
}
