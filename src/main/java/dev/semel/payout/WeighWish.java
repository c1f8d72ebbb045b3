// Says whether a wish is safe now, by what is on record and what the provider said just now.
package dev.semel.payout;

import dev.semel.domain.OtherAttempt;
import dev.semel.domain.PayoutState;
import dev.semel.domain.ProviderTerms;
import dev.semel.domain.SafeWish;
import dev.semel.domain.SafeWish.Verdict;
import jakarta.inject.Singleton;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.stream.Collectors;

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
    ProviderTerms terms = providers.terms(payout.asked().provider());
    Optional<Verdict.NotSafe> formal =
        unnamed(payout, wish).or(() -> askedElsewhere(locked, wish, answer, terms));
    if (formal.isPresent()) {
      return formal;
    }
    SafeWish.Known known =
        new SafeWish.Known(
            payout.state,
            answer.busyUntil().or(() -> Optional.ofNullable(payout.leaseUntil)),
            answer.lookup(),
            answer.status(),
            answer.at(),
            locked.lastPossibleSend(),
            locked.asPromised(terms).visibleWithin().orElse(config.settleWindow()),
            payout.saidDuplicate,
            payout.aliveAttempts.isEmpty() ? Optional.empty() : Optional.of(answer.other()));
    return SafeWish.judge(wish.kind(), known) instanceof Verdict.NotSafe notSafe
        ? Optional.of(notSafe)
        : Optional.empty();
  }

  /**
   * That there is no such payout proves nothing where the question may have gone to another account
   * than the request, because the file or its settings have changed since.
   */
  private static Optional<Verdict.NotSafe> askedElsewhere(
      PayoutStore.Locked locked, Wish wish, FreshLookup.Answer answer, ProviderTerms terms) {
    boolean elsewhere =
        locked
            .promises()
            .filter(then -> !then.fingerprint().equals(terms.fingerprint()))
            .isPresent();
    boolean restsOnAbsence =
        wish.kind() == SafeWish.Wish.RESEND || wish.kind() == SafeWish.Wish.SETTLE_AS_FAILED;
    PayoutState state = locked.payout().state();
    boolean asked = state == PayoutState.SUBMISSION_UNKNOWN || state == PayoutState.SENT;
    return asked && elsewhere && restsOnAbsence && answer.lookup() == SafeWish.Lookup.ABSENT
        ? Optional.of(
            new Verdict.NotSafe(
                "the file or the settings of the provider have changed since it was sent, so that its \"no such payout\" may come from another account; bring the former ones back first",
                Optional.empty()))
        : Optional.empty();
  }

  /** An attempt that is adopted is one of those of which the provider spoke, and no doubt which. */
  private static Optional<Verdict.NotSafe> unnamed(PayoutRecord payout, Wish wish) {
    NavigableSet<Integer> alive = payout.aliveAttempts;
    if (!(wish instanceof Wish.Settle settle)
        || settle.other() != OtherAttempt.ADOPTED
        || alive.isEmpty()
        || settle.adopted().map(alive::contains).orElse(alive.size() == 1)) {
      return Optional.empty();
    }
    return Optional.of(
        new Verdict.NotSafe(
            "the attempts of it that may be alive beside the present one are "
                + alive.stream().map(String::valueOf).collect(Collectors.joining(" and "))
                + "; name the one that it is as adopted_attempt",
            Optional.empty()));
  }
}
