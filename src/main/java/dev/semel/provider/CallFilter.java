// Which calls to providers a list shows.
package dev.semel.provider;

import java.util.Optional;
import org.jdbi.v3.core.statement.Query;

/**
 * Which calls to providers a list shows; what is empty does not filter.
 *
 * @param tenantId who asks
 * @param operator whether that tenant runs this server and sees every call
 * @param provider to this provider
 * @param payoutId for this payout
 * @param outcome with this outcome
 * @param failed only those that did not bring what was wanted, and not because the provider said so
 * @param olderThan after the call of this id in the list, which is newest first
 */
record CallFilter(
    String tenantId,
    boolean operator,
    Optional<String> provider,
    Optional<String> payoutId,
    Optional<String> outcome,
    boolean failed,
    Optional<String> olderThan) {

  /** The condition, in which only constants stand; the values are bound. */
  String condition() {
    StringBuilder condition = new StringBuilder("(:operator OR tenant_id = :tenant)");
    provider.ifPresent(_ -> condition.append(" AND provider = :provider"));
    payoutId.ifPresent(_ -> condition.append(" AND payout_id = :payout"));
    outcome.ifPresent(_ -> condition.append(" AND outcome = :outcome"));
    olderThan.ifPresent(_ -> condition.append(" AND id < :older"));
    if (failed) {
      condition.append(
          " AND outcome IN ('not_sent', 'unknown', 'busy', 'platform_fault', 'unclear')");
    }
    return condition.toString();
  }

  Query bindTo(Query query) {
    query.bind("tenant", tenantId).bind("operator", operator);
    provider.ifPresent(value -> query.bind("provider", value));
    payoutId.ifPresent(value -> query.bind("payout", value));
    outcome.ifPresent(value -> query.bind("outcome", value));
    olderThan.ifPresent(value -> query.bind("older", value));
    return query;
  }
}
