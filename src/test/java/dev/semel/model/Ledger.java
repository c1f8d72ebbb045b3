// The payout's row in the world, and what the real rules do with it.
package dev.semel.model;

import dev.semel.domain.Decision;
import dev.semel.domain.HoldReason;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.PayoutState;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.ProviderTerms;
import dev.semel.payout.PaperPayout;
import dev.semel.payout.PaperPayout.Facts;
import dev.semel.payout.PayoutStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The payout's row in the world, and what the real rules do with it. */
// A world is packed into 128 bits: a constant is its place there.
@SuppressWarnings("EnumOrdinal")
final class Ledger {
  static final String PROVIDER_ID = "theirs-1";

  /** The number of the attempt before the present one, where there is one. */
  static final int EARLIER = 1;

  /** The present claim's number; an earlier one's is smaller by one. */
  static final long EPOCH = 2;

  private static final PayoutState[] STATES = PayoutState.values();
  private static final HoldReason[] HOLDS = HoldReason.values();

  private final Scope scope;
  private final ProviderTerms terms;

  /** The kinds of events that were applied at least once. */
  final Set<Class<?>> applied = new HashSet<>();

  /** The kinds of events that came up at all. */
  final Set<Class<?>> met = new HashSet<>();

  /** What was decided in the present step, for a trace. */
  final List<String> told = new ArrayList<>();

  boolean telling;
  private boolean lastApplied;

  Ledger(Scope scope) {
    this.scope = scope;
    this.terms = scope.terms();
  }

  static PayoutState state(World world) {
    return STATES[world.get(Part.STATE)];
  }

  PayoutStore.Locked locked(World world) {
    return PaperPayout.locked(facts(world), Scope.NOW);
  }

  /** Applies an event, or has it refused, and checks what holds of every step. */
  World apply(World world, PayoutEvent event) {
    Facts before = facts(world);
    PaperPayout.Written written = PaperPayout.apply(before, event, terms, Scope.NOW);
    Facts after = written.facts();
    met.add(event.getClass());
    lastApplied = written.decision() instanceof Decision.Applied;
    if (telling) {
      told.add(words(before, event, written));
    }
    if (written.decision() instanceof Decision.Applied done) {
      applied.add(event.getClass());
      Violation.unless(
          done.next() == after.state(),
          Invariant.EXPLAINED,
          "the decision was " + done.next() + " and the row says " + after.state());
    } else {
      Violation.unless(
          before.sending(after.firstSend(), after.lastSend()).equals(after),
          Invariant.EXPLAINED,
          "a refused event changed the row");
    }
    mayChange(before.state(), after.state());
    if (before.state() == PayoutState.SUBMISSION_UNKNOWN && after.state() == PayoutState.READY) {
      mayResend(world, event);
    }
    World next = written(world, after);
    return written.decision().cases().isEmpty() ? next : next.with(Part.CASE, true);
  }

  private void mayChange(PayoutState before, PayoutState after) {
    boolean left = before.terminal() && before != after;
    boolean failedMeansReturned =
        before == PayoutState.FAILED
            && terms.meaningAfterPaid(ProviderStatus.FAILED) == ProviderStatus.RETURNED;
    Violation.unless(
        !left
            || (after == PayoutState.RETURNED
                && (before == PayoutState.PAID || failedMeansReturned)),
        Invariant.FINAL,
        before + " became " + after);
  }

  private static void mayResend(World world, PayoutEvent event) {
    boolean twoPeople =
        event instanceof PayoutEvent.ResendByOperator resend && resend.approvedBy().isPresent();
    boolean absent =
        event instanceof PayoutEvent.AbsenceConfirmed
            && !world.is(Part.ACTED)
            && Network.isEmpty(world);
    Violation.unless(
        twoPeople || absent,
        Invariant.NO_BLIND_RESEND,
        event.getClass().getSimpleName()
            + (world.is(Part.ACTED) ? ", but the partner has it" : "")
            + (Network.isEmpty(world) ? "" : ", but a request is on its way"));
  }

  /** Whether the last event was applied. */
  boolean lastWasApplied() {
    return lastApplied;
  }

  private static String words(Facts before, PayoutEvent event, PaperPayout.Written written) {
    String outcome =
        switch (written.decision()) {
          case Decision.Applied done -> before.state() + " -> " + done.next();
          case Decision.Refused refused -> "refused, " + refused.reason();
        };
    return event.getClass().getSimpleName() + ": " + outcome;
  }

  /** The provider is asked again later, as the answer changed nothing. */
  World askAgainLater(World world) {
    return written(world, PaperPayout.askAgainLater(facts(world), terms, Scope.NOW));
  }

  Facts facts(World world) {
    return new Facts(
        state(world),
        world.is(Part.FUNDED),
        world.get(Part.ATTEMPT) + 1,
        world.is(Part.ADOPTED) ? PROVIDER_ID : null,
        world.is(Part.SEQUENCE) ? (long) world.get(Part.SEQUENCE) : null,
        world.is(Part.HOLD) ? HOLDS[world.get(Part.HOLD) - 1] : null,
        scope.instant(world, Part.DUE_AT),
        EPOCH,
        scope.instant(world, Part.LEASE_UNTIL),
        world.get(Part.TRIES),
        world.get(Part.LOOKUPS),
        world.get(Part.CHECKS),
        world.is(Part.EVER_SUBMITTED),
        world.is(Part.EVER_UNKNOWN),
        world.is(Part.TERMS_DIFFER),
        world.is(Part.SAID_DUPLICATE),
        scope.instant(world, Part.ABSENT_SINCE),
        scope.instant(world, Part.FIRST_SEND),
        scope.instant(world, Part.LAST_SEND),
        scope.instant(world, Part.DEADLINE),
        world.is(Part.ALIVE) ? EARLIER : null);
  }

  /** The world with another row in it. */
  World written(World world, Facts facts) {
    World next =
        world
            .with(Part.STATE, facts.state().ordinal())
            .with(Part.FUNDED, facts.funded())
            .with(Part.ATTEMPT, facts.attempt() - 1)
            .with(Part.ADOPTED, facts.providerPayoutId() != null)
            .with(Part.SEQUENCE, facts.sequence() == null ? 0 : facts.sequence().intValue())
            .with(Part.HOLD, facts.hold() == null ? 0 : facts.hold().ordinal() + 1)
            .with(Part.TRIES, facts.tries())
            .with(
                Part.LOOKUPS,
                facts.state() == PayoutState.SUBMISSION_UNKNOWN ? Math.min(facts.lookups(), 3) : 0)
            .with(Part.CHECKS, Math.min(facts.statusChecks(), 1))
            .with(Part.EVER_SUBMITTED, facts.everSubmitted())
            .with(Part.EVER_UNKNOWN, facts.everUnknown())
            .with(Part.TERMS_DIFFER, facts.termsDiffer())
            .with(Part.SAID_DUPLICATE, facts.saidDuplicate())
            .with(Part.ALIVE, facts.aliveAttempt() != null);
    next = scope.with(next, Part.DUE_AT, facts.dueAt());
    next = scope.with(next, Part.LEASE_UNTIL, facts.leaseUntil());
    next = scope.with(next, Part.ABSENT_SINCE, facts.absentSince());
    next = scope.with(next, Part.FIRST_SEND, facts.firstSend());
    return scope.with(next, Part.LAST_SEND, facts.lastSend());
  }
}
