package dev.semel.domain;

import java.util.Optional;

/**
 * What a provider stated of one payout, in an answer, a webhook or a report.
 *
 * @param providerPayoutId the provider's own id of the payout, where it gave one
 * @param status the status in our words
 * @param providerWord the provider's own status word, kept as evidence
 * @param money amount and currency as the provider holds them, where it said
 * @param code the provider's reason code, where it gave one
 * @param message the provider's explanation, where it gave one
 */
public record ProviderStatement(
    Optional<String> providerPayoutId,
    ProviderStatus status,
    String providerWord,
    Optional<Money> money,
    Optional<String> code,
    Optional<String> message) {}
