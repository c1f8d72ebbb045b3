// What a provider's word means that comes after the one that ended the payout, and may be older.
package dev.semel.domain;

import static dev.semel.domain.PayoutState.CANCELLED;
import static dev.semel.domain.PayoutState.FAILED;
import static dev.semel.domain.PayoutState.PAID;
import static dev.semel.domain.PayoutState.RETURNED;

import dev.semel.domain.Decision.Applied;
import java.util.Optional;

/**
 * What a provider's word means that comes after the one that ended the payout, and may be older:
 * words arrive in any order, and where the payout ends must not depend on it. Where only the order
 * could tell how it ended, people are told in every order.
 */
final class OutOfOrder {
  private OutOfOrder() {}

  /**
   * What a payout becomes that the provider failed or cancelled, where its file says that this word
   * means something else after {@code paid}, and it now turns out that it had been paid before.
   * Empty where nothing of that kind turns out.
   */
  static Optional<Applied> revealed(PayoutSnapshot payout, PayoutEvent.OfStatement event) {
    Optional<ProviderStatus> word = endingWord(payout);
    ProviderStatus meaning = word.map(payout.terms()::meaningAfterPaid).orElse(null);
    if (meaning == null || word.get() == meaning) {
      return Optional.empty();
    }
    ProviderStatement statement = event.statement();
    return switch (statement.status()) {
      case RETURNED -> Optional.of(PayoutLifecycle.cameBack(payout, statement));
      case PAID ->
          wasBefore(payout, event) ? paidBefore(payout, statement, meaning) : Optional.empty();
      case PROCESSING, FAILED, CANCELLED -> Optional.empty();
    };
  }

  /**
   * The word with which the provider itself ended the payout before its money arrived. One that it
   * only refused, or that we stopped, was never its to end.
   */
  private static Optional<ProviderStatus> endingWord(PayoutSnapshot payout) {
    boolean stated =
        payout.providerPayoutId().isPresent()
            || !payout.position().equals(ProviderPosition.UNPLACED);
    if (payout.settledByPeople() || !stated) {
      return Optional.empty();
    }
    if (payout.state() == FAILED) {
      return Optional.of(ProviderStatus.FAILED);
    }
    return payout.state() == CANCELLED ? Optional.of(ProviderStatus.CANCELLED) : Optional.empty();
  }

  /** Of two words with one place, the one that is less far along is the earlier. */
  private static boolean wasBefore(PayoutSnapshot payout, PayoutEvent.OfStatement event) {
    return event.position().olderThan(payout.position())
        || event.position().samePlaceAs(payout.position());
  }

  private static Optional<Applied> paidBefore(
      PayoutSnapshot payout, ProviderStatement statement, ProviderStatus meaning) {
    return switch (meaning) {
      case RETURNED -> Optional.of(PayoutLifecycle.cameBack(payout, statement));
      // Clients were told that it ended, and it is paid until the money is back.
      case PROCESSING ->
          PayoutLifecycle.termsDiffer(payout.money(), statement, false)
              ? Optional.empty()
              : Optional.of(Applied.to(PAID).andCase(CaseKind.CONTRADICTION));
      case PAID, FAILED, CANCELLED -> Optional.empty();
    };
  }

  /**
   * Whether a word that came too late to count contradicts how the payout ended: had it come in its
   * time, it would have been the end, and the other word the contradiction.
   */
  static boolean contradicts(PayoutSnapshot payout, PayoutEvent.OfStatement event) {
    ProviderStatus said = event.statement().status();
    PayoutState state = payout.state();
    if (!state.terminal() || said.state() == state) {
      return false;
    }
    boolean stepAfterPaid = payout.terms().meaningAfterPaid(said) != said;
    return switch (said) {
      case PROCESSING -> false;
      case PAID -> state != RETURNED;
      case FAILED, CANCELLED -> !stepAfterPaid || !mayHaveBeenPaid(payout, event);
      case RETURNED -> true;
    };
  }

  /** Whether such a word may be a step after {@code paid}: the money is back, or on its way. */
  private static boolean mayHaveBeenPaid(PayoutSnapshot payout, PayoutEvent.OfStatement event) {
    return payout.state() == RETURNED
        || (payout.state() == PAID && event.position().samePlaceAs(payout.position()));
  }

  /**
   * Whether nothing tells which of two words of the provider was first: it numbers and dates none,
   * and messages come in any order. The answer to a question of ours is as of now.
   */
  static boolean isUndated(PayoutEvent.OfStatement event) {
    return event.evidence() == Evidence.SIGNED_WEBHOOK
        && event.position().equals(ProviderPosition.UNPLACED);
  }
}
