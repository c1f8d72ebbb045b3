// Which calls to providers a list shows.
package dev.semel.provider;

import dev.semel.db.Conditions;
import java.util.Optional;

/**
 * Which calls to providers a list shows; what is empty does not filter.
 *
 * @param tenantId who asks
 * @param operator whether that tenant runs this server and sees every call
 * @param provider to this provider
 * @param payoutId for this payout
 * @param requestId made under this id, which went with the call to the provider
 * @param outcome with this outcome
 * @param failed only those that did not bring what was wanted, and not because the provider said so
 * @param olderThan after the call of this id in the list, which is newest first
 */
record CallFilter(
    String tenantId,
    boolean operator,
    Optional<String> provider,
    Optional<String> payoutId,
    Optional<String> requestId,
    Optional<String> outcome,
    boolean failed,
    Optional<String> olderThan) {

  Conditions conditions() {
    Conditions conditions =
        new Conditions("(:operator OR tenant_id = :tenant)")
            .bind("operator", operator)
            .bind("tenant", tenantId)
            .and("provider = :provider", "provider", provider)
            .and("payout_id = :payout", "payout", payoutId)
            .and("correlation_id = :request", "request", requestId)
            .and("outcome = :outcome", "outcome", outcome)
            .and("id < :older", "older", olderThan);
    return failed
        ? conditions.and("outcome IN ('not_sent', 'unknown', 'busy', 'platform_fault', 'unclear')")
        : conditions;
  }
}
