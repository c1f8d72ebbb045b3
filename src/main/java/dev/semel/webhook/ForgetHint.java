// Forgets a hint that adds nothing.
package dev.semel.webhook;

import jakarta.inject.Singleton;

/**
 * Forgets a hint whose question is being asked already, or was asked because of another: a flood
 * about one payout costs one place, and leaves the others to what is true.
 */
@Singleton
final class ForgetHint {
  private final HintStore hints;
  private final BoundIntake intake;

  ForgetHint(HintStore hints, BoundIntake intake) {
    this.hints = hints;
    this.intake = intake;
  }

  /**
   * Forgets a hint all events of which are decided or wait, in the open transaction.
   *
   * @return false when it is to be kept
   */
  boolean forget(StoredMessage message) {
    if (message.verification() != Verification.HINT
        || message.reapplied()
        || !hints.addsNothing(message.id())) {
      return false;
    }
    if (hints.forget(message.id())) {
      intake.giveBack(message.provider(), message.receivedAt(), message.headers(), message.body());
    }
    return true;
  }
}
