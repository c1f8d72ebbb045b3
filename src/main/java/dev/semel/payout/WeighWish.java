// Says whether a wish is safe now, by what is on record and what the provider said just now.
package dev.semel.payout;

import dev.semel.domain.SafeWish;
import dev.semel.domain.SafeWish.Verdict;
import jakarta.inject.Singleton;
import java.util.Optional;

/** Says whether a wish is safe now, by what is on record and what the provider said just now. */
@Singleton
final class WeighWish {
  private final ProviderDirectory providers;
  private final ApprovalConfig config;

  WeighWish(ProviderDirectory providers, ApprovalConfig config) {
    this.providers = providers;
    this.config = config;
    if (config.settleWindow().isNegative()) {
      throw new IllegalStateException(
          "SEMEL_SETTLE_WINDOW is " + config.settleWindow() + ", but a time can't be negative");
    }
  }

  /** Why a wish for a payout is not safe now; empty where it is. */
  Optional<Verdict.NotSafe> objection(
      PayoutStore.Locked locked, Wish wish, FreshLookup.Answer answer) {
    PayoutRecord payout = locked.payout();
    SafeWish.Known known =
        new SafeWish.Known(
            payout.state,
            answer.busyUntil().or(() -> Optional.ofNullable(payout.leaseUntil)),
            answer.lookup(),
            answer.status(),
            answer.at(),
            locked.lastPossibleSend(),
            locked
                .asPromised(providers.terms(payout.asked().provider()))
                .visibleWithin()
                .orElse(config.settleWindow()),
            payout.saidDuplicate,
            payout.aliveAttempt().map(_ -> answer.other()));
    return SafeWish.judge(wish.kind(), known) instanceof Verdict.NotSafe notSafe
        ? Optional.of(notSafe)
        : Optional.empty();
  }
}
