// Which of a tenant's payouts a list shows.
package dev.semel.payout;

import dev.semel.domain.PayoutState;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.statement.Query;

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

  /** The condition, in which only constants stand; the values are bound. */
  String condition() {
    StringBuilder condition = new StringBuilder("WHERE p.tenant_id = :tenant");
    state.ifPresent(_ -> condition.append(" AND p.state = :state"));
    reference.ifPresent(_ -> condition.append(" AND p.reference = :reference"));
    provider.ifPresent(_ -> condition.append(" AND p.provider = :provider"));
    createdFrom.ifPresent(_ -> condition.append(" AND p.created_at >= :from"));
    createdTo.ifPresent(_ -> condition.append(" AND p.created_at < :to"));
    olderThan.ifPresent(_ -> condition.append(" AND p.id < :older"));
    return condition.toString();
  }

  Query bindTo(Query query) {
    query.bind("tenant", tenantId);
    state.ifPresent(value -> query.bind("state", value.wireName()));
    reference.ifPresent(value -> query.bind("reference", value));
    provider.ifPresent(value -> query.bind("provider", value));
    createdFrom.ifPresent(value -> query.bind("from", value));
    createdTo.ifPresent(value -> query.bind("to", value));
    olderThan.ifPresent(value -> query.bind("older", value));
    return query;
  }
}
