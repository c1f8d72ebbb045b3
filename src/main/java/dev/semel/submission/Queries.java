// Questions to a provider about a claimed payout.
package dev.semel.submission;

import dev.semel.payout.AttemptRecord;
import dev.semel.payout.PayoutRecord;
import dev.semel.provider.ProviderQuery;
import java.util.Optional;

/** Makes questions to a provider about a claimed payout, or about one attempt of any. */
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

  /** About one attempt, by its reference alone: the id on record may be another attempt's. */
  static ProviderQuery about(PayoutRecord payout, AttemptRecord attempt) {
    return new ProviderQuery(
        payout.id(),
        attempt.number(),
        attempt.reference(),
        attempt.key(),
        Optional.empty(),
        payout.asked().money().currency().code(),
        payout.id() + ".asked." + attempt.number(),
        attempt
            .firstPossibleSend()
            .flatMap(
                first ->
                    attempt
                        .lastPossibleSend()
                        .map(last -> new ProviderQuery.Sent(first, last, attempt.now()))));
  }
}
