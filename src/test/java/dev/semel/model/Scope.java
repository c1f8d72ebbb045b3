// What one run of the explorer is about: a partner's promises, and what may happen.
package dev.semel.model;

import dev.semel.domain.ClientReference;
import dev.semel.domain.PayoutState;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.ProviderTerms;
import dev.semel.domain.ProviderTerms.Repeats;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one run of the explorer is about. Times are in steps of an hour, so that the lifecycle's own
 * pauses of an hour are one step.
 *
 * @param name what it is called in the output
 * @param repeats what a repeated request does at the partner
 * @param lease how many steps a claim lasts
 * @param visible within how many steps an accepted request shows; 0 where nothing is promised
 * @param window after how many steps the partner may forget; 0 where it never does
 * @param tries how often a payout may be tried
 * @param lies how often a lookup may say "absent" of what the partner has and should show
 * @param ends how the payout may end at the partner
 * @param happens what else may happen
 */
// A world is packed into 128 bits: a constant is its place there.
@SuppressWarnings("EnumOrdinal")
record Scope(
    String name,
    Repeats repeats,
    int lease,
    int visible,
    int window,
    int tries,
    int lies,
    Set<Standing> ends,
    Set<Happening> happens) {

  static final Duration STEP = Duration.ofHours(1);
  static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  /** How long an answer to a lookup may lie about before it is recorded; or it never is. */
  static final int PATIENCE = 3;

  /** How far off the deadline is at the beginning. */
  static final int DEADLINE = 4;

  /** What may happen beside the ordinary. */
  enum Happening {
    /** The payout waits for the sender's money at first. */
    FUNDING,
    /** It has a deadline. */
    DEADLINE,
    /** People cancel, hold, release, resend and settle. */
    PEOPLE,
    /** The partner refuses, is busy, or finds fault with our request. */
    REFUSALS,
    /** The partner numbers its webhooks, and forged ones come without a signature. */
    WEBHOOKS,
    /** The partner holds another amount than was asked. */
    OTHER_TERMS,
    /** There is no lookup by our reference. */
    NO_LOOKUP,
    /**
     * It is the second attempt, and the partner may say of the first, once and at any time, that it
     * was paid after all.
     */
    EARLIER_ATTEMPT
  }

  Scope lease(int steps) {
    return new Scope(name, repeats, steps, visible, window, tries, lies, ends, happens);
  }

  Scope visible(int steps) {
    return new Scope(name, repeats, lease, steps, window, tries, lies, ends, happens);
  }

  Scope window(int steps) {
    return new Scope(name, repeats, lease, visible, steps, tries, lies, ends, happens);
  }

  Scope lies(int most) {
    return new Scope(name, repeats, lease, visible, window, tries, most, ends, happens);
  }

  Scope ends(Standing... all) {
    return new Scope(name, repeats, lease, visible, window, tries, lies, Set.of(all), happens);
  }

  Scope happens(Happening... all) {
    return new Scope(name, repeats, lease, visible, window, tries, lies, ends, Set.of(all));
  }

  boolean may(Happening happening) {
    return happens.contains(happening);
  }

  boolean promises() {
    return visible > 0;
  }

  ProviderTerms terms() {
    boolean canLookUp = !may(Happening.NO_LOOKUP);
    return new ProviderTerms(
        "modelled",
        ClientReference.Form.BASE32_UPPER,
        repeats,
        window > 0 ? Optional.of(STEP.multipliedBy(window)) : Optional.empty(),
        promises() ? Optional.of(STEP.multipliedBy(visible)) : Optional.empty(),
        canLookUp,
        new ProviderTerms.RetryTerms(STEP, STEP, tries, Duration.ofDays(1000)),
        canLookUp ? List.of(Duration.ZERO, STEP) : List.of(),
        List.of(STEP),
        ends.contains(Standing.PAID_FAILED)
            ? Map.of(ProviderStatus.FAILED, ProviderStatus.RETURNED)
            : Map.of());
  }

  /** The payout as it was accepted. */
  World start() {
    World start = World.EMPTY.with(Part.LIES, lies);
    if (may(Happening.DEADLINE)) {
      start = withRelative(start, Part.DEADLINE, DEADLINE);
    }
    if (may(Happening.EARLIER_ATTEMPT)) {
      start = start.with(Part.ATTEMPT, 1).with(Part.EVER_SUBMITTED, true);
    }
    return may(Happening.FUNDING)
        ? start.with(Part.STATE, PayoutState.AWAITING_FUNDS.ordinal())
        : withRelative(
            start.with(Part.STATE, PayoutState.READY.ordinal()).with(Part.FUNDED, true),
            Part.DUE_AT,
            0);
  }

  /**
   * The oldest that an instant may be and still make a difference to any rule; older ones are taken
   * for this old. For claims of lookups and for requests on the way time does not pass beyond it.
   */
  int oldest(Part part) {
    return switch (part) {
      case LEASE_UNTIL -> -1;
      case DUE_AT, DEADLINE -> 0;
      case ABSENT_SINCE -> -PATIENCE - 1;
      case FIRST_SEND, ACTED_AT -> -window;
      case LAST_SEND -> promises() ? -PATIENCE - visible - 1 : 0;
      case SINCE_1, SINCE_2 -> -PATIENCE;
      case WRITTEN_1, WRITTEN_2 -> -visible;
      case HIDDEN_UNTIL -> -1;
      default -> throw new IllegalArgumentException(part + " is no instant");
    };
  }

  @Nullable Instant instant(World world, Part part) {
    return world.is(part) ? NOW.plus(STEP.multipliedBy(relative(world, part))) : null;
  }

  /** How many steps from now an instant is that is there. */
  int relative(World world, Part part) {
    return world.get(part) - 1 + oldest(part);
  }

  World with(World world, Part part, @Nullable Instant instant) {
    return instant == null
        ? world.with(part, 0)
        : withRelative(
            world,
            part,
            Math.toIntExact((instant.getEpochSecond() - NOW.getEpochSecond()) / STEP.toSeconds()));
  }

  World withRelative(World world, Part part, int steps) {
    return world.with(part, Math.max(steps, oldest(part)) - oldest(part) + 1);
  }
}
