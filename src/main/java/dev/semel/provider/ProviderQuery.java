package dev.semel.provider;

import java.time.Instant;
import java.util.Optional;

/**
 * A question about one payout.
 *
 * @param payoutId our id of the payout
 * @param attempt the number of the attempt
 * @param reference our reference of the attempt
 * @param key the provider idempotency key of the attempt
 * @param providerPayoutId the provider's id, where known
 * @param currency the currency that was asked, for reading amounts
 * @param correlationId goes with the request and into the call log
 * @param sent when a request of the attempt may have been written, where that is known
 */
public record ProviderQuery(
    String payoutId,
    int attempt,
    String reference,
    String key,
    Optional<String> providerPayoutId,
    String currency,
    String correlationId,
    Optional<Sent> sent) {

  /**
   * When a request of an attempt may have been written, by the database's clock.
   *
   * @param first the earliest such moment
   * @param last the latest
   * @param now when it was known so
   */
  public record Sent(Instant first, Instant last, Instant now) {}

  /** A question for which it does not matter when the payout was sent. */
  public ProviderQuery(
      String payoutId,
      int attempt,
      String reference,
      String key,
      Optional<String> providerPayoutId,
      String currency,
      String correlationId) {
    this(
        payoutId,
        attempt,
        reference,
        key,
        providerPayoutId,
        currency,
        correlationId,
        Optional.empty());
  }
}
