// What we know of a payout that is compared.
package dev.semel.reconciliation;

import dev.semel.domain.Money;
import dev.semel.domain.PayoutState;
import java.time.Instant;
import java.util.Optional;

/**
 * What we know of a payout that is compared.
 *
 * @param id the payout
 * @param tenantId whose it is
 * @param money what was asked
 * @param state where it stands
 * @param clientReference our reference of its present attempt
 * @param providerPayoutId the provider's id, where we know it
 * @param returned how much came back, where it did and we know
 * @param reachedAt when it came to its state, as near as we know
 * @param paidAt when we learned that it was paid
 */
record Ours(
    String id,
    String tenantId,
    Money money,
    PayoutState state,
    String clientReference,
    Optional<String> providerPayoutId,
    Optional<Money> returned,
    Instant reachedAt,
    Optional<Instant> paidAt) {
  /** As a case shows it. */
  String words() {
    return money + ", " + state.wireName();
  }
}
