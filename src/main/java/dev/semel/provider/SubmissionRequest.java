package dev.semel.provider;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.domain.Money;
import java.util.Optional;

/**
 * What a submission tells a provider.
 *
 * @param payoutId our id of the payout
 * @param attempt the number of the attempt
 * @param reference our reference of the attempt, the same in every resend
 * @param key the provider idempotency key of the attempt, the same in every resend
 * @param money what is to be paid
 * @param beneficiary the beneficiary as asked: name, country, method and its details
 * @param sender the sender as asked, or an empty object
 * @param purpose the purpose, where given
 * @param clientReference the client's own reference of the payout
 * @param correlationId goes with every request and into the call log
 */
public record SubmissionRequest(
    String payoutId,
    int attempt,
    String reference,
    String key,
    Money money,
    JsonNode beneficiary,
    JsonNode sender,
    Optional<String> purpose,
    String clientReference,
    String correlationId) {}
