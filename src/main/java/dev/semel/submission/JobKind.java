// What is done with a payout in the background, and may fail.
package dev.semel.submission;

import dev.semel.domain.PayoutState;

/** What is done with a payout in the background, and may fail. */
enum JobKind {
  /** Claiming a ready payout and sending it. */
  SUBMIT("Sending"),
  /** Looking up what became of a submission. */
  LOOKUP("Looking up"),
  /** Asking about a payout that was sent. */
  STATUS_CHECK("Asking about"),
  /** Taking over from a worker that died. */
  RESCUE("Taking over"),
  /** Closing a payout whose deadline has passed. */
  DEADLINE("Closing after its deadline");

  private final String doing;

  JobKind(String doing) {
    this.doing = doing;
  }

  /** What is done, as the beginning of a sentence that names the payout next. */
  String doing() {
    return doing;
  }

  /** What workers do with a payout in a state that they claim. */
  static JobKind of(PayoutState state) {
    return switch (state) {
      case READY, SUBMITTING -> SUBMIT;
      case SUBMISSION_UNKNOWN -> LOOKUP;
      case SENT, PAID -> STATUS_CHECK;
      case AWAITING_FUNDS, HELD, FAILED, RETURNED, CANCELLED ->
          throw new IllegalArgumentException("nobody claims what is " + state.wireName());
    };
  }
}
