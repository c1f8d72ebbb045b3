// What the two workers can do next.
package dev.semel.model;

import dev.semel.domain.PayoutEvent;
import dev.semel.domain.PayoutState;
import dev.semel.domain.ProviderTerms;
import dev.semel.payout.PaperPayout.Facts;
import dev.semel.provider.SubmitOutcome;
import dev.semel.submission.PaperClaims;
import dev.semel.submission.RealDecisions;
import java.time.Duration;
import java.util.List;

/**
 * What the two workers can do next, each a node of its own. Between any two of its steps a worker
 * may be stopped for as long as it likes, or die; only between the question whether it may write
 * and the first byte it is not stopped for more than half of the lease.
 */
// A world is packed into 128 bits: a constant is its place there.
@SuppressWarnings("EnumOrdinal")
final class WorkerSteps {
  static final int WORKERS = 2;
  private static final String[] NAMES = {"worker one", "worker two"};

  private static final int IDLE = 0;
  static final int SUBMIT = 1;
  private static final int LOOK_UP = 2;
  private static final int CHECK = 3;

  static final int CLAIMED = 0;
  static final int MAY_WRITE = 1;
  static final int WAITING = 2;
  static final int ANSWERED = 3;

  private final Scope scope;
  private final Ledger ledger;
  private final Steps steps;
  private final RealDecisions decisions;
  private final ProviderTerms terms;
  private final Duration lease;

  WorkerSteps(Scope scope, Ledger ledger, Steps steps) {
    this.scope = scope;
    this.ledger = ledger;
    this.steps = steps;
    this.terms = scope.terms();
    this.lease = Scope.STEP.multipliedBy(scope.lease());
    this.decisions = new RealDecisions(lease);
  }

  void from(World world) {
    sweepAbandoned(world);
    for (int worker = 0; worker < WORKERS; worker++) {
      switch (task(world, worker)) {
        case IDLE -> claim(world, worker);
        case SUBMIT -> {
          renew(world, worker);
          submit(world, worker);
          die(world, worker);
        }
        default -> {
          renew(world, worker);
          record(world, worker);
          die(world, worker);
        }
      }
    }
  }

  // Claims

  private void claim(World world, int worker) {
    Facts payout = ledger.facts(world);
    if (PaperClaims.claimable(payout, PayoutState.READY, Scope.NOW)) {
      steps.trying(NAMES[worker], "claims it to submit it");
      World next = ledger.apply(leased(world, payout), new PayoutEvent.Claimed());
      if (Ledger.state(next) == PayoutState.SUBMITTING) {
        next =
            starts(next, worker, SUBMIT, CLAIMED).with(reference(worker), next.get(Part.ATTEMPT));
        steps.to(since(next, worker, 0));
      }
    }
    if (PaperClaims.claimable(payout, PayoutState.SUBMISSION_UNKNOWN, Scope.NOW)) {
      lookUp(leased(world, payout), worker);
    }
    if (PaperClaims.claimable(payout, PayoutState.SENT, Scope.NOW)) {
      check(leased(world, payout), worker);
    }
  }

  /** The row after the claim; every other claim is an earlier one from now on. */
  private World leased(World world, Facts payout) {
    Facts claimed = PaperClaims.claim(payout, lease, Scope.NOW);
    World next = ledger.written(world, claimed);
    for (int other = 0; other < WORKERS; other++) {
      if (task(world, other) != IDLE) {
        next = next.with(late(other), true);
      }
    }
    return next;
  }

  /** The partner answers from what it has at once; the answer may be on its way for long. */
  private void lookUp(World world, int worker) {
    for (Words answer : PartnerSteps.answersToLookup(scope, world)) {
      steps.trying(NAMES[worker], "claims it and looks it up: " + answer);
      World next = starts(world, worker, LOOK_UP, ANSWERED).with(outcome(worker), answer.ordinal());
      steps.to(since(PartnerSteps.asked(scope, next, answer), worker, 0));
    }
  }

  private void check(World world, int worker) {
    for (Words answer : PartnerSteps.answersToCheck(world)) {
      steps.trying(NAMES[worker], "claims it and asks how it stands: " + answer);
      steps.to(starts(world, worker, CHECK, ANSWERED).with(outcome(worker), answer.ordinal()));
    }
  }

  private void renew(World world, int worker) {
    Facts payout = ledger.facts(world);
    if (PaperClaims.renewable(payout, epoch(world, worker), Scope.NOW)) {
      steps.trying(NAMES[worker], "renews its lease");
      World next = ledger.written(world, PaperClaims.renew(payout, lease, Scope.NOW));
      boolean counts = task(world, worker) == SUBMIT && step(world, worker) == CLAIMED;
      steps.to(counts ? since(next, worker, 0) : next);
    }
  }

  private void sweepAbandoned(World world) {
    if (PaperClaims.abandoned(ledger.facts(world), Scope.NOW)) {
      steps.trying("the sweep", "takes it over: its lease has ended");
      steps.to(ledger.apply(world, new PayoutEvent.LeaseExpired(Ledger.EPOCH)));
    }
  }

  // Submission

  private void submit(World world, int worker) {
    switch (step(world, worker)) {
      case CLAIMED -> beforeWriting(world, worker);
      case MAY_WRITE -> write(world, worker);
      case WAITING -> noAnswer(world, worker);
      default -> {
        Words answer = Words.of(world.get(outcome(worker)));
        steps.trying(NAMES[worker], "records the answer " + answer);
        report(world, worker, answer.submission(world));
        noAnswer(world, worker);
      }
    }
  }

  private void beforeWriting(World world, int worker) {
    steps.trying(NAMES[worker], "asks whether it may write: yes");
    if (maySend(world, worker)) {
      Violation.unless(
          !world.is(Part.DEADLINE) || scope.relative(world, Part.DEADLINE) > 0,
          Invariant.FUNDED_AND_IN_TIME,
          "the deadline has passed");
      Violation.unless(
          world.get(Part.TOLD) != Truths.ALIVE,
          Invariant.ONE_REFERENCE,
          "the partner said that it paid an earlier attempt, and nobody has settled that");
      steps.to(since(world.with(step(worker), MAY_WRITE), worker, 0));
    }
    steps.trying(NAMES[worker], "is held back before anything was written");
    report(world, worker, new SubmitOutcome.HeldBack("too late"));
    steps.trying(NAMES[worker], "gets no connection");
    report(world, worker, new SubmitOutcome.NotSent("connection refused"));
  }

  boolean maySend(World world, int worker) {
    int age = -scope.relative(world, since(worker));
    return decisions.maySend(ledger.locked(world), Scope.STEP.multipliedBy(age));
  }

  /** Whether a worker may still write: it was told so, not longer than half of the lease ago. */
  static boolean isWriting(Scope scope, World world, int worker) {
    return task(world, worker) == SUBMIT
        && step(world, worker) == MAY_WRITE
        && -scope.relative(world, since(worker)) <= scope.lease() / 2;
  }

  private void write(World world, int worker) {
    if (!isWriting(scope, world, worker)) {
      return;
    }
    if (Network.isFull(world)) {
      steps.cutOff++;
      return;
    }
    steps.trying(NAMES[worker], "writes its request");
    Violation.unless(
        world.is(Part.FUNDED), Invariant.FUNDED_AND_IN_TIME, "its funds have not cleared");
    World next = Network.write(scope, world, worker, world.get(reference(worker)));
    steps.to(next.with(step(worker), WAITING).with(since(worker), 0));
  }

  private void noAnswer(World world, int worker) {
    steps.trying(NAMES[worker], "gets no answer in time");
    report(world, worker, new SubmitOutcome.Unknown("read time-out"));
  }

  /** Records an outcome in one transaction, as RecordOutcome.record does. */
  private void report(World world, int worker, SubmitOutcome outcome) {
    PayoutEvent event =
        decisions.submitted(outcome, epoch(world, worker), ledger.locked(world), terms);
    steps.to(ledger.apply(idle(world, worker), event));
  }

  // Questions

  /** Records an answer in one transaction, as RecordOutcome.recordAnswer does. */
  private void record(World world, int worker) {
    Words answer = Words.of(world.get(outcome(worker)));
    steps.trying(NAMES[worker], "records the answer " + answer);
    World next = idle(world, worker);
    boolean changed = false;
    for (PayoutEvent event : events(world, worker, answer)) {
      World after = ledger.apply(next, event);
      changed |= ledger.lastWasApplied();
      next = after;
    }
    steps.to(!changed && !world.is(late(worker)) ? ledger.askAgainLater(next) : next);
  }

  private List<PayoutEvent> events(World world, int worker, Words answer) {
    return task(world, worker) == LOOK_UP
        ? decisions.lookedUp(
            answer.lookup(world),
            Scope.NOW.plus(Scope.STEP.multipliedBy(scope.relative(world, since(worker)))),
            ledger.locked(world),
            terms)
        : decisions.checked(answer.lookup(world), ledger.locked(world), terms);
  }

  /** An answer does not lie about for longer than the model's patience: it is recorded or lost. */
  boolean isAnyAnswerOld(World world) {
    return isAnswerOld(world, 0) || isAnswerOld(world, 1);
  }

  private boolean isAnswerOld(World world, int worker) {
    return task(world, worker) == LOOK_UP
        && scope.relative(world, since(worker)) <= -Scope.PATIENCE;
  }

  private void die(World world, int worker) {
    steps.trying(NAMES[worker], "dies");
    steps.to(idle(world, worker));
  }

  // Where things stand in the world

  private static World starts(World world, int worker, int task, int step) {
    return idle(world, worker).with(Part.TASK_1.of(worker), task).with(step(worker), step);
  }

  private static World idle(World world, int worker) {
    return Network.forget(world, worker)
        .with(Part.TASK_1.of(worker), IDLE)
        .with(step(worker), CLAIMED)
        .with(since(worker), 0)
        .with(late(worker), false)
        .with(outcome(worker), 0)
        .with(reference(worker), 0);
  }

  private World since(World world, int worker, int steps) {
    return scope.withRelative(world, since(worker), steps);
  }

  private static long epoch(World world, int worker) {
    return world.is(late(worker)) ? Ledger.EPOCH - 1 : Ledger.EPOCH;
  }

  static int task(World world, int worker) {
    return world.get(Part.TASK_1.of(worker));
  }

  static int step(World world, int worker) {
    return world.get(step(worker));
  }

  static Part step(int worker) {
    return Part.STEP_1.of(worker);
  }

  static Part outcome(int worker) {
    return Part.OUTCOME_1.of(worker);
  }

  private static Part since(int worker) {
    return Part.SINCE_1.of(worker);
  }

  private static Part late(int worker) {
    return Part.LATE_1.of(worker);
  }

  private static Part reference(int worker) {
    return Part.REFERENCE_1.of(worker);
  }
}
