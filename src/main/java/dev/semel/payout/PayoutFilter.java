// Which of a tenant's payouts a list shows.
package dev.semel.payout;

import dev.semel.domain.PayoutState;
import java.time.Instant;
import java.util.Optional;

/**
 * Which of a tenant's payouts a list shows; what is empty does not filter.
 *
 * @param tenantId whose payouts
 * @param state in this state
 * @param reference with this reference of the client's
 * @param provider at this provider
 * @param createdFrom accepted at or after this instant
 * @param createdTo accepted before this instant
 * @param olderThan after the payout of this id in the list, which is newest first
 */
record PayoutFilter(
    String tenantId,
    Optional<PayoutState> state,
    Optional<String> reference,
    Optional<String> provider,
    Optional<Instant> createdFrom,
    Optional<Instant> createdTo,
    Optional<String> olderThan) {}
