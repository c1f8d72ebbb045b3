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
 * @param batch accepted with this batch
 * @param createdFrom accepted at or after this instant
 * @param createdTo accepted before this instant
 * @param olderThan after the payout of this id in the list, which is newest first
 */
record PayoutFilter(
    String tenantId,
    Optional<PayoutState> state,
    Optional<String> reference,
    Optional<String> provider,
    Optional<String> batch,
    Optional<Instant> createdFrom,
    Optional<Instant> createdTo,
    Optional<String> olderThan) {
  private static final String OLDER_BY_TIME =
      "(p.created_at, p.id) < (SELECT o.created_at, o.id FROM payout o WHERE o.id = :older AND o.tenant_id = :tenant)";

  /** The conditions on payouts {@code p}. */
  Conditions conditions() {
    return new Conditions("p.tenant_id = :tenant")
        .bind("tenant", tenantId)
        .and("p.state = :state", "state", state.map(PayoutState::wireName))
        .and("p.reference = :reference", "reference", reference)
        .and("p.provider = :provider", "provider", provider)
        .and("p.batch_id = :batch", "batch", batch)
        .and("p.created_at >= :from", "from", createdFrom)
        .and("p.created_at < :to", "to", createdTo)
        .and(byTime() ? OLDER_BY_TIME : "p.id < :older", "older", olderThan);
  }

  /** The order of the list: newest first. */
  String order() {
    return byTime() ? "p.created_at DESC, p.id DESC" : "p.id DESC";
  }

  /**
   * A span of time is read in the order of time, from its own end: in the order of ids everything
   * newer would be read first, and thrown away.
   */
  private boolean byTime() {
    return createdFrom.isPresent() || createdTo.isPresent();
  }
}
