// Who may decide about a wish.
package dev.semel.payout;

import dev.semel.security.Caller;
import dev.semel.security.TwoPeople;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Optional;

/**
 * Who may decide about a wish, and until when. The second person is another credential than the
 * first, and neither of the two made the other: whoever makes a credential sees its token.
 */
@Singleton
final class SecondPerson {
  private final TwoPeople twoPeople;

  SecondPerson(TwoPeople twoPeople) {
    this.twoPeople = twoPeople;
  }

  /** Why a caller can't decide about a wish at a moment, as a clause; empty where they can. */
  Optional<String> objection(Caller caller, Approval approval, Instant now) {
    if (approval.decision().isPresent()) {
      Approval.Decision decided = approval.decision().get();
      return Optional.of("it was decided before (" + decided.reason() + ")");
    }
    if (!now.isBefore(approval.expiresAt())) {
      return Optional.of("nobody decided in time; ask for it anew");
    }
    if (caller.actor().equals(approval.requestedBy())) {
      return Optional.of("it takes another person than the one who asked for it");
    }
    return twoPeople.oneMadeTheOther(caller, approval.requestedBy())
        ? Optional.of(
            "one of the two credentials made the other, so that both may be one person's; it takes a third")
        : Optional.empty();
  }
}
