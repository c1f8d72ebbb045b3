// Which of a tenant's payouts a list shows.
package dev.semel.payout;

import dev.semel.db.Conditions;
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
    Optional<String> olderThan) {

  /** The conditions on payouts {@code p}. */
  Conditions conditions() {
    return new Conditions("p.tenant_id = :tenant")
        .bind("tenant", tenantId)
        .and("p.state = :state", "state", state.map(PayoutState::wireName))
        .and("p.reference = :reference", "reference", reference)
        .and("p.provider = :provider", "provider", provider)
        .and("p.created_at >= :from", "from", createdFrom)
        .and("p.created_at < :to", "to", createdTo)
        .and("p.id < :older", "older", olderThan);
  }
}
