// What the network and the partner can do next.
package dev.semel.model;

import dev.semel.domain.Evidence;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.ProviderPosition;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.ProviderTerms.Repeats;
import dev.semel.model.Scope.Happening;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the network and the partner can do next. The partner keeps what it promises and nothing
 * else: a repeated request that it does not promise to recognize, or may have forgotten, is paid
 * again.
 */
// A world is packed into 128 bits: a constant is its place there.
@SuppressWarnings("EnumOrdinal")
final class PartnerSteps {
  private static final Standing[] STANDINGS = Standing.values();

  private final Scope scope;
  private final Ledger ledger;
  private final Steps steps;

  PartnerSteps(Scope scope, Ledger ledger, Steps steps) {
    this.scope = scope;
    this.ledger = ledger;
    this.steps = steps;
  }

  void from(World world) {
    for (int slot = 0; slot < Network.ROOM; slot++) {
      if (Network.has(world, slot)) {
        arrives(world, slot);
      }
    }
    endsThere(world);
    forgets(world);
    says(world);
    speaksOfEarlier(world);
  }

  static Standing standing(World world) {
    return STANDINGS[world.get(Part.STANDING)];
  }

  // Requests

  private void arrives(World world, int slot) {
    steps.trying("the network", "loses a request");
    steps.to(Network.without(world, slot));
    boolean known = world.is(Part.ACTED) && !world.is(Part.FORGOT);
    if (known && Network.reference(world, slot) == world.get(Part.ACTED_UNDER)) {
      repeated(world, slot);
    } else {
      isNew(world, slot);
    }
  }

  private void repeated(World world, int slot) {
    switch (scope.repeats()) {
      case REPLAYS_KEY -> {
        Words answer = Words.accepted(standing(world).now());
        steps.trying("the partner", "gets a request again and answers " + answer);
        steps.to(answered(world, slot, answer));
      }
      case REJECTS_DUPLICATE_REFERENCE -> {
        steps.trying("the partner", "gets a request again and refuses it as a duplicate");
        steps.to(answered(world, slot, Words.DUPLICATE));
      }
      case NONE -> acts(world, slot, "gets a request again and acts on it again");
    }
  }

  private void isNew(World world, int slot) {
    acts(world, slot, "gets a request and acts on it");
    if (scope.may(Happening.REFUSALS)) {
      refuses(world, slot, Words.REFUSED);
      refuses(world, slot, Words.BUSY);
      refuses(world, slot, Words.FAULT);
    }
  }

  private void refuses(World world, int slot, Words answer) {
    steps.trying("the partner", "gets a request, does nothing and answers " + answer);
    steps.to(answered(world, slot, answer));
  }

  private void acts(World world, int slot, String words) {
    steps.trying("the partner", words);
    Violation.unless(
        !world.is(Part.ACTED), Invariant.ONE_REFERENCE, "the partner acts on it a second time");
    World next =
        world
            .with(Part.ACTED, world.get(Part.ACTED) + 1)
            .with(Part.ACTED_UNDER, Network.reference(world, slot))
            .with(Part.STANDING, Standing.PROCESSING.ordinal());
    if (scope.window() > 0) {
      next = scope.withRelative(next, Part.ACTED_AT, 0);
    }
    if (scope.promises()) {
      int until = Network.writtenAt(scope, world, slot) + scope.visible();
      next = scope.withRelative(next, Part.HIDDEN_UNTIL, until);
    }
    steps.to(answered(next, slot, Words.ACCEPTED_PROCESSING));
    if (scope.repeats() == Repeats.REJECTS_DUPLICATE_REFERENCE) {
      steps.trying("the partner", words + "; its gateway repeats it and answers DUPLICATE");
      steps.to(answered(next, slot, Words.DUPLICATE));
    }
    if (scope.may(Happening.OTHER_TERMS)) {
      steps.trying("the partner", words + ", with another amount");
      steps.to(answered(next.with(Part.OTHER_TERMS, true), slot, Words.ACCEPTED_PROCESSING));
    }
  }

  /** The answer goes to the worker that waits for it; it may lie there for as long as it likes. */
  private static World answered(World world, int slot, Words answer) {
    int worker = Network.writer(world, slot);
    World next = Network.without(world, slot);
    boolean waits = worker >= 0 && WorkerSteps.step(world, worker) == WorkerSteps.WAITING;
    return waits
        ? next.with(WorkerSteps.step(worker), WorkerSteps.ANSWERED)
            .with(WorkerSteps.outcome(worker), answer.ordinal())
        : next;
  }

  // Questions

  /** What may be answered to a lookup that is made now. */
  static List<Words> answersToLookup(Scope scope, World world) {
    if (scope.may(Happening.NO_LOOKUP)) {
      return List.of(Words.UNCLEAR);
    }
    if (!world.is(Part.ACTED) || world.is(Part.FORGOT)) {
      return List.of(Words.ABSENT, Words.UNCLEAR);
    }
    Words found = Words.accepted(standing(world).now());
    return mayHide(scope, world) || world.is(Part.LIES)
        ? List.of(found, Words.ABSENT, Words.UNCLEAR)
        : List.of(found, Words.UNCLEAR);
  }

  /**
   * Not yet promised to be visible, or never; or its systems disagree: one rejected our reference
   * as a duplicate, which another does not show.
   */
  private static boolean mayHide(Scope scope, World world) {
    return !scope.promises()
        || world.is(Part.SAID_DUPLICATE)
        || scope.relative(world, Part.HIDDEN_UNTIL) >= 0;
  }

  /** The world after an answer: an untrue one uses up a lie. */
  static World asked(Scope scope, World world, Words answer) {
    boolean lie =
        answer == Words.ABSENT
            && world.is(Part.ACTED)
            && !world.is(Part.FORGOT)
            && !mayHide(scope, world);
    return lie ? world.with(Part.LIES, world.get(Part.LIES) - 1) : world;
  }

  /** What may be answered to a status check: a payout that is there is asked for by its id. */
  static List<Words> answersToCheck(World world) {
    return world.is(Part.FORGOT) || !world.is(Part.ACTED)
        ? List.of(Words.ABSENT, Words.UNCLEAR)
        : List.of(Words.accepted(standing(world).now()), Words.UNCLEAR);
  }

  // What the partner does by itself

  private void endsThere(World world) {
    for (Standing next : standing(world).next()) {
      if (scope.ends().contains(next)) {
        steps.trying("the partner", "makes it " + next);
        steps.to(world.with(Part.STANDING, next.ordinal()));
      }
    }
  }

  private void forgets(World world) {
    boolean mayForget =
        world.is(Part.ACTED_AT) && scope.relative(world, Part.ACTED_AT) <= -scope.window();
    if (mayForget && !world.is(Part.FORGOT)) {
      steps.trying("the partner", "forgets its reference");
      steps.to(world.with(Part.FORGOT, true));
    }
  }

  private void says(World world) {
    if (scope.may(Happening.WEBHOOKS)) {
      steps.trying("somebody", "sends an unsigned webhook: paid");
      steps.to(
          ledger.apply(
              world,
              said(world, ProviderStatus.PAID, ProviderPosition.UNPLACED, Evidence.UNSIGNED_HINT)));
    }
    List<ProviderStatus> all = standing(world).said;
    List<ProviderPosition> positions = positions(all.size());
    for (int i = 0; i < all.size(); i++) {
      steps.trying("the partner's webhook", "arrives: " + all.get(i));
      steps.to(
          ledger.apply(world, said(world, all.get(i), positions.get(i), Evidence.SIGNED_WEBHOOK)));
    }
  }

  private void speaksOfEarlier(World world) {
    if (scope.may(Happening.EARLIER_ATTEMPT) && world.get(Part.TOLD) == Truths.UNTOLD) {
      steps.trying("the partner", "says that an earlier attempt is paid");
      int told = Ledger.state(world).terminal() ? Truths.SETTLED : Truths.ALIVE;
      steps.to(
          ledger.apply(
              world.with(Part.TOLD, told),
              new PayoutEvent.OtherAttemptAlive(Ledger.EARLIER, "it is paid")));
    }
  }

  private List<ProviderPosition> positions(int many) {
    List<ProviderPosition> positions = new ArrayList<>();
    for (long number = 1; number <= many; number++) {
      positions.add(
          scope.may(Happening.WEBHOOKS)
              ? new ProviderPosition(Optional.of(number), Optional.empty())
              : ProviderPosition.UNPLACED);
    }
    return positions;
  }

  private static PayoutEvent said(
      World world, ProviderStatus status, ProviderPosition position, Evidence evidence) {
    return new PayoutEvent.ProviderSays(Words.statement(world, status), position, evidence);
  }
}
