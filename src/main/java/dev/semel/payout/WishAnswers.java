// How what became of a wish is answered over HTTP.
package dev.semel.payout;

import dev.semel.idempotency.IdempotentAnswers;
import dev.semel.idempotency.StoredResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.Map;

/** How what became of a wish is answered over HTTP. */
final class WishAnswers {
  private WishAnswers() {}

  /**
   * The answer that is kept.
   *
   * @param status of an answer that shows an approval; with 202 it says where to find it
   */
  static StoredResponse of(ContainerRequestContext request, WishOutcome outcome, int status) {
    return switch (outcome) {
      case WishOutcome.Done done ->
          IdempotentAnswers.json(
              200, PayoutJson.payout(done.payout()), Map.of(), done.payout().id());
      case WishOutcome.OfTwo(Approval approval) ->
          IdempotentAnswers.json(
              status,
              approval.json(),
              status == 202
                  ? Map.of(HttpHeaders.LOCATION, "/v1/ops/approvals/" + approval.id())
                  : Map.of(),
              approval.payoutId());
      case WishOutcome.Refused refused ->
          IdempotentAnswers.refusal(request, refused.problem(), refused.payoutId());
    };
  }
}
