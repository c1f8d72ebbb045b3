// Questions to a provider about a claimed payout.
package dev.semel.submission;

import dev.semel.payout.PayoutRecord;
import dev.semel.provider.ProviderQuery;

/** Makes questions to a provider about a claimed payout. */
final class Queries {
  private Queries() {}

  static ProviderQuery about(Claim claim) {
    PayoutRecord payout = claim.payout();
    return new ProviderQuery(
        payout.id(),
        payout.attempt(),
        payout.clientReference(),
        payout.providerKey(),
        payout.providerPayoutId(),
        payout.asked().money().currency().code(),
        claim.correlationId(),
        claim.sent());
  }
}
