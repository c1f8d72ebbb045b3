// Takes due payouts for this node.
package dev.semel.submission;

import dev.semel.domain.PayoutEvent;
import dev.semel.domain.PayoutState;
import dev.semel.payout.PayoutRecord;
import dev.semel.payout.PayoutStore;
import dev.semel.payout.PayoutTransitions;
import dev.semel.provider.Provider;
import dev.semel.provider.ProviderCapacity;
import dev.semel.provider.Providers;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Takes due payouts for this node. Those that are to be sent are {@code submitting}, and their
 * claim is committed, before anybody writes a byte to a provider.
 */
@Singleton
final class ClaimDuePayouts {
  /** Of a provider that is not connected: nothing is sent to it anyway. */
  private static final ProviderCapacity UNBOUNDED =
      new ProviderCapacity(List.of(), Integer.MAX_VALUE, 100_000, Map.of());

  private final Providers providers;
  private final TakePlaces takePlaces;
  private final ClaimStore claims;
  private final OneByOne oneByOne;
  private final PayoutTransitions transitions;
  private final Node node;
  private final SubmissionConfig config;
  private final RandomGenerator random;
  private final LongSupplier nanoTime;

  ClaimDuePayouts(
      Providers providers,
      TakePlaces takePlaces,
      ClaimStore claims,
      OneByOne oneByOne,
      PayoutTransitions transitions,
      Node node,
      SubmissionConfig config,
      RandomGenerator random,
      LongSupplier nanoTime) {
    this.providers = providers;
    this.takePlaces = takePlaces;
    this.claims = claims;
    this.oneByOne = oneByOne;
    this.transitions = transitions;
    this.node = node;
    this.config = config;
    this.random = random;
    this.nanoTime = nanoTime;
  }

  /** Claims at most so many payouts that are to be sent to a provider now. */
  List<Claim> toSubmit(String provider, int most) {
    return toSubmit(
        provider, providers.find(provider).map(Provider::capacity).orElse(UNBOUNDED), most);
  }

  /** The same within given bounds. */
  List<Claim> toSubmit(String provider, ProviderCapacity capacity, int most) {
    Places places = takePlaces.take(provider, capacity, most);
    if (places.all() == 0) {
      return List.of();
    }
    List<Claim> claimed = claim(provider, capacity, places);
    int retries = (int) claimed.stream().filter(claim -> claim.payout().tries() > 1).count();
    takePlaces.giveBack(
        provider, capacity, places.minus(new Places(claimed.size() - retries, retries)));
    return claimed;
  }

  private List<Claim> claim(String provider, ProviderCapacity capacity, Places places) {
    long began = nanoTime.getAsLong();
    return oneByOne.handle(
        JobKind.of(PayoutState.READY),
        () ->
            claims.claimToSubmit(
                provider,
                capacity.unknownExposure(),
                places,
                random.nextLong(),
                node,
                config.lease()),
        locked ->
            mayBeSent(locked) && isRemembered(locked)
                ? Optional.of(claimOf(locked, began))
                : Optional.empty());
  }

  private boolean mayBeSent(PayoutStore.Locked locked) {
    return transitions
        .apply(locked, new PayoutEvent.Claimed(), node.actor(), Optional.empty())
        .applied();
  }

  /**
   * Absence was confirmed while the provider remembered the reference; a resend that had to wait
   * for long may come later than that, and would be a new payout. Then it is unknown again, and its
   * lookups bring it before a person. What two people decided to send is sent.
   */
  private boolean isRemembered(PayoutStore.Locked locked) {
    PayoutRecord payout = locked.payout();
    Optional<Instant> forgottenAt =
        providers
            .find(payout.asked().provider())
            .flatMap(provider -> locked.asPromised(provider.terms()).window())
            .flatMap(window -> locked.firstPossibleSend().map(first -> first.plus(window)));
    boolean resent = payout.everUnknown() && payout.tries() > 1;
    if (!resent || forgottenAt.filter(at -> !locked.now().isBefore(at)).isEmpty()) {
      return true;
    }
    transitions.apply(
        locked,
        new PayoutEvent.OutcomeUnknown(
            payout.leaseEpoch(),
            "the provider may have forgotten the reference while this waited: it is not sent again"),
        node.actor(),
        Optional.empty());
    return false;
  }

  /** Claims at most so many payouts in a state in which the provider is to be asked about them. */
  List<Claim> toAsk(String provider, PayoutState state, int most) {
    long began = nanoTime.getAsLong();
    return oneByOne.handle(
        JobKind.of(state),
        () -> claims.claimToAsk(provider, state, node, config.lease(), most),
        locked -> Optional.of(claimOf(locked, began)));
  }

  private static Claim claimOf(PayoutStore.Locked locked, long began) {
    return Claim.of(locked, began);
  }
}
