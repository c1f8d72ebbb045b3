// What became of a wish.
package dev.semel.payout;

import dev.semel.domain.SafeWish;
import dev.semel.domain.WireNames;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import java.time.Instant;
import java.util.Optional;

/** What became of a wish, or of a decision about one. */
sealed interface WishOutcome {
  /** It is carried out, by one person alone. */
  record Done(PayoutRecord payout) implements WishOutcome {}

  /** It waits for a second person, or was decided by one. */
  record OfTwo(Approval approval) implements WishOutcome {}

  /** It is refused, and nothing was changed for it. */
  record Refused(ProblemException problem, String payoutId) implements WishOutcome {
    /** The same with the approval that it is about. */
    Refused about(Approval approval) {
      return new Refused(
          problem
              .withMember("approval_id", approval.id())
              .withMember("approval_status", WireNames.of(approval.status())),
          payoutId);
    }
  }

  /**
   * A refusal.
   *
   * @param why a clause that can follow "refused because"
   * @param tryAgainAt when it may be asked for again
   * @param answer what the provider said just now
   */
  static Refused refused(
      PayoutRecord payout, String why, Optional<Instant> tryAgainAt, FreshLookup.Answer answer) {
    String asked =
        switch (answer.lookup()) {
          case FOUND, ABSENT, UNCLEAR ->
              " The provider was asked just now: " + answer.detail() + ".";
          case NOT_ASKED, BUSY -> "";
        };
    String again = tryAgainAt.map(at -> " Try again after " + at + ".").orElse("");
    ProblemException problem =
        new ProblemException(
                ProblemType.PAYOUT_ACTION_REFUSED,
                "The payout is '"
                    + payout.state.wireName()
                    + "' and this was refused because "
                    + why
                    + ". Nothing was changed for it."
                    + asked
                    + again)
            .withMember("payout_id", payout.id())
            .withMember("payout_status", payout.state.wireName());
    return new Refused(
        tryAgainAt.map(at -> problem.withMember("try_again_at", at.toString())).orElse(problem),
        payout.id());
  }

  /** The same for what is not safe now. */
  static Refused refused(
      PayoutRecord payout, SafeWish.Verdict.NotSafe notSafe, FreshLookup.Answer answer) {
    return refused(payout, notSafe.why(), notSafe.tryAgainAt(), answer);
  }
}
