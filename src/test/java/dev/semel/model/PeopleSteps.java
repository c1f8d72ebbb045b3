// What clients, operators and deadlines can do next.
package dev.semel.model;

import dev.semel.domain.OtherAttempt;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.PayoutState;
import dev.semel.model.Scope.Happening;
import dev.semel.submission.PaperClaims;
import java.util.Optional;

/**
 * What clients, operators and deadlines can do next. A first person may wish for anything at any
 * time. A second one approves only what is true: that is what a second person is for.
 */
final class PeopleSteps {
  private static final Optional<String> NOBODY = Optional.empty();
  private static final Optional<String> SECOND = Optional.of("second@example.com");
  private static final String WROTE = "the partner wrote how it stands";

  private final Scope scope;
  private final Ledger ledger;
  private final Steps steps;

  PeopleSteps(Scope scope, Ledger ledger, Steps steps) {
    this.scope = scope;
    this.ledger = ledger;
    this.steps = steps;
  }

  void from(World world) {
    if (scope.may(Happening.FUNDING)) {
      happens(
          world,
          "the client",
          "says that its funds cleared",
          new PayoutEvent.FundsCleared("PAY-1"));
    }
    if (PaperClaims.overdue(ledger.facts(world), Scope.NOW)) {
      happens(world, "the sweep", "finds its deadline passed", new PayoutEvent.DeadlinePassed());
    }
    if (scope.may(Happening.PEOPLE)) {
      alone(world);
      together(world);
    }
  }

  private void alone(World world) {
    happens(world, "the client", "cancels it", new PayoutEvent.CancelAsked("changed their mind"));
    happens(world, "an operator", "holds it", new PayoutEvent.HeldByOperator("to be looked at"));
    happens(world, "an operator", "releases it", new PayoutEvent.ReleasedByOperator("looked at"));
    happens(
        world, "an operator", "resends it alone", new PayoutEvent.ResendByOperator(WROTE, NOBODY));
    happens(
        world,
        "an operator",
        "settles it as failed alone",
        new PayoutEvent.SettledByOperator(PayoutState.FAILED, Optional.empty(), WROTE, NOBODY));
  }

  private void together(World world) {
    if (nothingIsThere(world)) {
      happens(world, "two people", "resend it", new PayoutEvent.ResendByOperator(WROTE, SECOND));
    }
    if (nothingIsThere(world) || PartnerSteps.standing(world) == Standing.FAILED) {
      happens(
          world,
          "two people",
          "settle it as failed",
          new PayoutEvent.SettledByOperator(PayoutState.FAILED, Optional.empty(), WROTE, SECOND));
    }
    if (nothingIsThere(world) && world.get(Part.TOLD) == Truths.ALIVE) {
      dismissed(
          world,
          "resend it",
          new PayoutEvent.ResendByOperator(WROTE, SECOND, false, OtherAttempt.DISMISSED));
      dismissed(
          world,
          "settle it as failed",
          new PayoutEvent.SettledByOperator(
              PayoutState.FAILED, NOBODY, WROTE, SECOND, OtherAttempt.DISMISSED));
    }
    if (world.is(Part.ACTED)) {
      happens(
          world,
          "two people",
          "settle it as sent",
          new PayoutEvent.SettledByOperator(
              PayoutState.SENT, Optional.of(Ledger.PROVIDER_ID), WROTE, SECOND));
    }
  }

  /** The partner told them that it was mistaken about the earlier attempt. */
  private void dismissed(World world, String what, PayoutEvent event) {
    steps.trying("two people", "dismiss the earlier attempt and " + what);
    World next = ledger.apply(world.with(Part.TOLD, Truths.SETTLED), event);
    if (ledger.lastWasApplied()) {
      steps.to(next);
    }
  }

  /** The partner does not have it, and nothing is under way to it. */
  private static boolean nothingIsThere(World world) {
    return !world.is(Part.ACTED) && Network.isEmpty(world);
  }

  private void happens(World world, String actor, String verb, PayoutEvent event) {
    steps.trying(actor, verb);
    steps.to(ledger.apply(world, event));
  }
}
