package dev.semel.provider;

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
 */
public record ProviderQuery(
    String payoutId,
    int attempt,
    String reference,
    String key,
    Optional<String> providerPayoutId,
    String currency,
    String correlationId) {}
