// What always holds in a world, whatever led to it.
package dev.semel.model;

import dev.semel.domain.PayoutState;

/** What always holds in a world, whatever led to it. */
final class Truths {
  /** The partner said nothing of an earlier attempt. */
  static final int UNTOLD = 0;

  /** It said that an earlier attempt is paid, and nobody has settled what that is. */
  static final int ALIVE = 1;

  /** It was mistaken, as two people found; or the payout was final before it spoke. */
  static final int SETTLED = 2;

  private Truths() {}

  static void check(Scope scope, World world) {
    oneWorker(scope, world);
    neverForgotten(world);
    trueState(world);
    besideAnEarlierOne(world);
  }

  /** Nothing says that the partner has nothing of it, while it says that it has. */
  private static void besideAnEarlierOne(World world) {
    PayoutState state = Ledger.state(world);
    boolean holds =
        switch (state) {
          case AWAITING_FUNDS, READY, HELD, FAILED, CANCELLED -> world.get(Part.TOLD) != ALIVE;
          case SUBMITTING, SUBMISSION_UNKNOWN, SENT, PAID, RETURNED -> true;
        };
    Violation.unless(
        holds,
        Invariant.TRUE_STATE,
        "it is " + state + ", and the partner said that an earlier attempt is paid");
  }

  private static void oneWorker(Scope scope, World world) {
    boolean first = WorkerSteps.isWriting(scope, world, 0);
    boolean second = WorkerSteps.isWriting(scope, world, 1);
    Violation.unless(!(first && second), Invariant.ONE_WORKER, "both workers may write");
    boolean mayWrite = first || second;
    PayoutState state = Ledger.state(world);
    Violation.unless(
        !mayWrite || state == PayoutState.SUBMITTING,
        Invariant.ONE_WORKER,
        "a worker may write while the payout is " + state);
  }

  private static void neverForgotten(World world) {
    PayoutState state = Ledger.state(world);
    boolean cared =
        switch (state) {
          case READY, SUBMISSION_UNKNOWN, SENT -> world.is(Part.DUE_AT);
          case SUBMITTING -> world.is(Part.LEASE_UNTIL);
          // The client's word, or a person's.
          case AWAITING_FUNDS, HELD -> true;
          case PAID, FAILED, RETURNED, CANCELLED -> true;
        };
    Violation.unless(cared, Invariant.NEVER_FORGOTTEN, state + ", and nothing is due");
  }

  private static void trueState(World world) {
    PayoutState state = Ledger.state(world);
    Standing standing = PartnerSteps.standing(world);
    boolean acted = world.is(Part.ACTED);
    boolean nothing = !acted && Network.isEmpty(world);
    boolean holds =
        switch (state) {
          case AWAITING_FUNDS, READY, HELD -> nothing;
          case CANCELLED -> nothing || standing == Standing.CANCELLED;
          case SUBMITTING, SUBMISSION_UNKNOWN -> true;
          case SENT -> acted;
          case PAID -> standing.wasPaid() && !world.is(Part.OTHER_TERMS);
          case FAILED -> nothing || standing == Standing.FAILED || standing == Standing.PAID_FAILED;
          case RETURNED -> standing == Standing.PAID_RETURNED || standing == Standing.PAID_FAILED;
        };
    Violation.unless(
        holds,
        Invariant.TRUE_STATE,
        "it is "
            + state
            + "; at the partner "
            + standing
            + (Network.isEmpty(world) ? "" : ", and a request is on its way"));
  }
}
