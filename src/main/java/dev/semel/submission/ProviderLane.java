// What this node has running at one provider.
package dev.semel.submission;

import dev.semel.domain.PayoutState;
import dev.semel.provider.Availability;
import dev.semel.provider.Provider;
import dev.semel.provider.Room;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * What this node has running at one provider: it claims no more than there is room for, so that
 * nothing waits under a lease.
 */
final class ProviderLane {
  private static final int QUESTIONS_AT_ONCE = 8;

  private Provider provider;
  private final ClaimDuePayouts claims;
  private final RunningClaims running;
  private final RecordFailure recordFailure;
  private final Executor executor;
  private final Room submissions;
  private final Semaphore questions = new Semaphore(QUESTIONS_AT_ONCE);
  private final Trickle whileAway;
  private boolean checksFirst;

  ProviderLane(
      Provider provider,
      ClaimDuePayouts claims,
      RunningClaims running,
      RecordFailure recordFailure,
      Executor executor,
      LongSupplier nanoTime) {
    this.whileAway = new Trickle(nanoTime);
    this.provider = provider;
    this.claims = claims;
    this.running = running;
    this.recordFailure = recordFailure;
    this.executor = executor;
    this.submissions = new Room(provider.capacity().inFlight());
  }

  /** Goes on with another version of the provider; what is running ends with its own. */
  void follow(Provider version) {
    provider = version;
    submissions.resize(version.capacity().inFlight());
  }

  /**
   * Claims what there is room for and starts working on it.
   *
   * @return whether anything was claimed
   */
  boolean work(Consumer<Claim> submit, Consumer<Claim> resolve, Consumer<Claim> check) {
    // Questions first: they go on when something keeps submissions from being claimed. Whose turn
    // was last comes second, so that neither keeps the other waiting while only one question a
    // second is asked.
    boolean before = checksFirst;
    boolean checked = before && checkDue(check);
    boolean resolved = askDue(PayoutState.SUBMISSION_UNKNOWN, resolve);
    checked |= !before && checkDue(check);
    boolean submitted = submitDue(submit);
    return submitted || resolved || checked;
  }

  private boolean checkDue(Consumer<Claim> check) {
    boolean sent = askDue(PayoutState.SENT, check);
    boolean paid = askDue(PayoutState.PAID, check);
    return sent || paid;
  }

  private boolean submitDue(Consumer<Claim> submit) {
    int room =
        switch (provider.availability()) {
          case Availability.Available _ -> submissions.availablePermits();
          case Availability.ProbeOnly _ -> Math.min(1, submissions.availablePermits());
          case Availability.Unavailable _ -> 0;
        };
    return room > 0 && start(claims.toSubmit(provider.name(), room), submissions, submit);
  }

  private boolean askDue(PayoutState state, Consumer<Claim> ask) {
    boolean away = !(provider.availability() instanceof Availability.Available);
    int most = away ? (whileAway.open() ? 1 : 0) : QUESTIONS_AT_ONCE;
    int room = Math.min(questions.availablePermits(), most);
    boolean asked = room > 0 && start(claims.toAsk(provider.name(), state, room), questions, ask);
    if (asked) {
      whileAway.passed();
      checksFirst = state == PayoutState.SUBMISSION_UNKNOWN;
    }
    return asked;
  }

  private boolean start(List<Claim> claimed, Semaphore room, Consumer<Claim> work) {
    for (Claim claim : claimed) {
      room.acquireUninterruptibly();
      running.add(claim);
      executor.execute(() -> run(claim, room, work));
    }
    return !claimed.isEmpty();
  }

  private void run(Claim claim, Semaphore room, Consumer<Claim> work) {
    try {
      work.accept(claim);
    } catch (Throwable e) {
      // Not even an error may end it quietly. What was given up meanwhile is no failure.
      if (running.has(claim)) {
        recordFailure.record(claim, e);
      }
    } finally {
      running.remove(claim);
      room.release();
    }
  }
}
