package dev.semel.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Payouts, terms and statements for tests of the rules: one ordinary payout, from which a test
 * changes what it is about.
 */
final class Sample {
  static final Money ASKED = Money.of("125.50", "EUR");
  static final String PROVIDER_ID = "PP-1";
  static final long EPOCH = 3;
  static final Instant LAST_STATEMENT = Instant.parse("2026-03-01T12:00:00Z");

  private PayoutState state;
  private boolean funded = true;
  private boolean everSubmitted;
  private boolean everUnknown;
  private long leaseEpoch = EPOCH;
  private Optional<String> providerPayoutId = Optional.empty();
  private ProviderPosition position = ProviderPosition.UNPLACED;
  private Optional<HoldReason> hold = Optional.empty();
  private boolean termsDiffer;
  private boolean visibilityPromised = true;
  private Map<ProviderStatus, ProviderStatus> afterPaid = Map.of();
  private boolean settledByPeople;
  private boolean otherAttemptAlive;

  private Sample(PayoutState state) {
    this.state = state;
  }

  /** A funded payout in that state of which nothing else is known. */
  static Sample in(PayoutState state) {
    return new Sample(state);
  }

  /** A payout to be changed from where it stands. */
  static Sample of(PayoutSnapshot payout) {
    Sample sample = new Sample(payout.state());
    sample.funded = payout.funded();
    sample.everSubmitted = payout.everSubmitted();
    sample.everUnknown = payout.everUnknown();
    sample.leaseEpoch = payout.leaseEpoch();
    sample.providerPayoutId = payout.providerPayoutId();
    sample.position = payout.position();
    sample.hold = payout.hold();
    sample.termsDiffer = payout.termsDiffer();
    sample.visibilityPromised = payout.terms().visibleWithin().isPresent();
    sample.afterPaid = payout.terms().afterPaid();
    sample.settledByPeople = payout.settledByPeople();
    sample.otherAttemptAlive = payout.otherAttemptAlive();
    return sample;
  }

  Sample state(PayoutState next) {
    state = next;
    return this;
  }

  Sample funded(boolean yes) {
    funded = yes;
    return this;
  }

  Sample submitted(boolean yes) {
    everSubmitted = yes;
    return this;
  }

  Sample wasUnknown(boolean yes) {
    everUnknown = yes;
    return this;
  }

  Sample leaseEpoch(long epoch) {
    leaseEpoch = epoch;
    return this;
  }

  Sample adopted(Optional<String> id, ProviderPosition lastPosition) {
    providerPayoutId = id;
    position = lastPosition;
    return this;
  }

  Sample held(Optional<HoldReason> reason) {
    hold = reason;
    return this;
  }

  Sample termsDiffer(boolean yes) {
    termsDiffer = yes;
    return this;
  }

  Sample visibilityPromised(boolean yes) {
    visibilityPromised = yes;
    return this;
  }

  Sample afterPaid(Map<ProviderStatus, ProviderStatus> meanings) {
    afterPaid = meanings;
    return this;
  }

  Sample settledByPeople(boolean yes) {
    settledByPeople = yes;
    return this;
  }

  Sample otherAttemptAlive(boolean yes) {
    otherAttemptAlive = yes;
    return this;
  }

  PayoutSnapshot payout() {
    Optional<Duration> visibleWithin =
        visibilityPromised ? Optional.of(Duration.ofSeconds(30)) : Optional.empty();
    return new PayoutSnapshot(
        "po_01kbz3v8m4e9f2n6r7t5w1x0ya",
        state,
        ASKED,
        funded,
        everSubmitted,
        everUnknown,
        leaseEpoch,
        providerPayoutId,
        position,
        hold,
        termsDiffer,
        terms(visibleWithin, Optional.of(Duration.ofHours(24)), afterPaid),
        settledByPeople,
        otherAttemptAlive);
  }

  static ProviderTerms terms(
      Optional<Duration> visibleWithin,
      Optional<Duration> window,
      Map<ProviderStatus, ProviderStatus> afterPaid) {
    return new ProviderTerms(
        "acme",
        ClientReference.Form.BASE32_UPPER,
        ProviderTerms.Repeats.REPLAYS_KEY,
        window,
        visibleWithin,
        true,
        new ProviderTerms.RetryTerms(
            Duration.ofSeconds(2), Duration.ofMinutes(5), 8, Duration.ofHours(6)),
        List.of(Duration.ofSeconds(10), Duration.ofSeconds(60)),
        List.of(Duration.ofMinutes(5)),
        afterPaid);
  }

  /** What the provider says of the ordinary payout. */
  static ProviderStatement says(ProviderStatus status) {
    return says(status, PROVIDER_ID, ASKED);
  }

  static ProviderStatement says(ProviderStatus status, String id, Money money) {
    return new ProviderStatement(
        Optional.of(id),
        status,
        WireNames.of(status),
        Optional.of(money),
        Optional.empty(),
        Optional.empty());
  }

  static ProviderPosition at(Instant instant) {
    return new ProviderPosition(Optional.empty(), Optional.of(instant));
  }
}
