// The partners and happenings that the explorer goes through.
package dev.semel.model;

import static dev.semel.model.Scope.Happening.DEADLINE;
import static dev.semel.model.Scope.Happening.EARLIER_ATTEMPT;
import static dev.semel.model.Scope.Happening.FUNDING;
import static dev.semel.model.Scope.Happening.OTHER_TERMS;
import static dev.semel.model.Scope.Happening.PEOPLE;
import static dev.semel.model.Scope.Happening.REFUSALS;
import static dev.semel.model.Scope.Happening.WEBHOOKS;

import dev.semel.domain.ProviderTerms.Repeats;
import dev.semel.model.Scope.Happening;
import java.util.Set;

/** The partners and happenings that the explorer goes through. */
// Its value is made once and never changed.
@SuppressWarnings("ImmutableEnumChecker")
enum Scopes {
  WORST(scope("pays every request", Repeats.NONE).visible(1).lies(1)),
  SLOW(scope("pays every request and shows it late", Repeats.NONE).visible(3)),
  LONG_LEASE(scope("pays every request, claims last long", Repeats.NONE).visible(1).lease(4)),
  REPLAYS(
      scope("replays the key", Repeats.REPLAYS_KEY)
          .visible(1)
          .ends(Standing.PAID, Standing.FAILED)
          .happens(REFUSALS, WEBHOOKS)),
  FORGETS(
      scope("rejects duplicates until it forgets", Repeats.REJECTS_DUPLICATE_REFERENCE)
          .visible(1)
          .window(4)
          .happens(REFUSALS)),
  RETURNS(
      scope("reports returns as failures after paid", Repeats.REJECTS_DUPLICATE_REFERENCE)
          .visible(1)
          .ends(Standing.PAID, Standing.PAID_FAILED, Standing.CANCELLED)
          .happens(WEBHOOKS, OTHER_TERMS)),
  PROMISES_NOTHING(
      scope("promises nothing", Repeats.NONE)
          .ends(Standing.PAID, Standing.FAILED)
          .happens(PEOPLE, FUNDING, DEADLINE)),
  NO_LOOKUP(
      scope("can not be asked", Repeats.REPLAYS_KEY)
          .ends(Standing.PAID, Standing.PAID_RETURNED)
          .happens(Happening.NO_LOOKUP, PEOPLE, REFUSALS)),
  EARLIER(
      scope("speaks of an earlier attempt", Repeats.NONE)
          .visible(1)
          .ends(Standing.PAID, Standing.FAILED)
          .happens(EARLIER_ATTEMPT, PEOPLE, REFUSALS)),
  PEOPLE_DECIDE(
      scope("rejects duplicates, with people", Repeats.REJECTS_DUPLICATE_REFERENCE)
          .visible(1)
          .window(6)
          .ends(Standing.PAID)
          .happens(PEOPLE, FUNDING, DEADLINE, REFUSALS));

  private static Scope scope(String name, Repeats repeats) {
    return new Scope(name, repeats, 2, 0, 0, 2, 0, Set.of(), Set.of());
  }

  final Scope scope;

  Scopes(Scope scope) {
    this.scope = scope;
  }
}
