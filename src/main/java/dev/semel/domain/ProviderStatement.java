package dev.semel.domain;

import java.util.Optional;

/**
 * What a provider stated of one payout, in an answer, a webhook or a report.
 *
 * @param providerPayoutId the provider's own id of the payout, where it gave one
 * @param status the status in our words
 * @param providerWord the provider's own status word, kept as evidence
 * @param money amount and currency as the provider told them, where it did
 * @param code the provider's reason code, where it gave one
 * @param message the provider's explanation, where it gave one
 * @param back how much of the money came back
 */
public record ProviderStatement(
    Optional<String> providerPayoutId,
    ProviderStatus status,
    String providerWord,
    Optional<Money> money,
    Optional<String> code,
    Optional<String> message,
    MoneyBack back) {

  /** How a provider tells how much came back of a payout that it returned. */
  public sealed interface MoneyBack {
    /** By no amount of its own: of money that came back, the amount is what came back. */
    record InTheAmount() implements MoneyBack {}

    /**
     * Apart from the amount, which always is the payout's.
     *
     * @param told empty where this statement leaves it out: then it is not known
     */
    record Apart(Optional<Money> told) implements MoneyBack {}
  }

  /** A statement of a provider that tells by no amount of its own how much came back. */
  public ProviderStatement(
      Optional<String> providerPayoutId,
      ProviderStatus status,
      String providerWord,
      Optional<Money> money,
      Optional<String> code,
      Optional<String> message) {
    this(providerPayoutId, status, providerWord, money, code, message, new MoneyBack.InTheAmount());
  }

  /**
   * The same of another status. An amount that says how much came back says nothing of the payout's
   * own.
   */
  public ProviderStatement as(ProviderStatus other) {
    Optional<Money> held = held(status == ProviderStatus.RETURNED);
    return new ProviderStatement(providerPayoutId, other, providerWord, held, code, message, back);
  }

  /** The same of another of the provider's payouts. */
  public ProviderStatement of(Optional<String> otherProviderPayoutId) {
    return new ProviderStatement(
        otherProviderPayoutId, status, providerWord, money, code, message, back);
  }

  /** What came back, if this says that money did; empty where it does not say how much. */
  public Optional<Money> cameBack() {
    return switch (back) {
      case MoneyBack.InTheAmount _ -> money;
      case MoneyBack.Apart apart -> apart.told();
    };
  }

  /**
   * The payout's amount and currency as the provider holds them.
   *
   * @param returned whether this says that the money came back: then the amount may be another
   */
  public Optional<Money> held(boolean returned) {
    return switch (back) {
      case MoneyBack.InTheAmount _ -> returned ? Optional.empty() : money;
      case MoneyBack.Apart _ -> money;
    };
  }
}
