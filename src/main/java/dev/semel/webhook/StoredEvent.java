// An event of a message, as it is kept.
package dev.semel.webhook;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An event of a message, as it is kept.
 *
 * @param id our id of it
 * @param eventId the provider's id of it
 * @param messageId the message that brought it first
 * @param reason what people are to know of the status
 * @param payoutId the payout that it names, once known
 * @param receivedAt when it was read first
 * @param now the database's time at which the transaction began
 */
record StoredEvent(
    String id,
    String provider,
    String eventId,
    String messageId,
    Optional<String> reference,
    Optional<String> providerPayoutId,
    EventStatus status,
    @Nullable String reason,
    @Nullable String payoutId,
    Instant receivedAt,
    Instant now) {}
