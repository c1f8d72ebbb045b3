// What a person may wish for a payout, over HTTP.
package dev.semel.payout;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.db.Tx;
import dev.semel.domain.PayoutState;
import dev.semel.idempotency.IdempotencyKey;
import dev.semel.idempotency.IdempotentAnswers;
import dev.semel.json.BodyReader;
import dev.semel.problem.FieldErrorCode;
import dev.semel.security.Caller;
import dev.semel.security.Permission;
import dev.semel.security.RequiresPermission;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Optional;

/**
 * What a person may wish for a payout: resend, settle, correct. The provider is asked before the
 * transaction of the wish begins; a repeat under the same key asks nobody.
 */
@Path("/v1/ops/payouts/{id}")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public final class WishResource {
  private static final int LONGEST_STATEMENT = 1000;
  private static final int LONGEST_PROVIDER_ID = 255;
  private static final List<String> OUTCOMES = List.of("sent", "paid", "returned", "failed");
  private static final String OTHER = "other_attempt";
  private static final String ADOPTED = "adopted_attempt";

  private final IdempotentAnswers answers;
  private final FreshLookup freshLookup;
  private final WishForPayout wishForPayout;
  private final DueSignal due;

  WishResource(
      IdempotentAnswers answers,
      FreshLookup freshLookup,
      WishForPayout wishForPayout,
      DueSignal due) {
    this.answers = answers;
    this.freshLookup = freshLookup;
    this.wishForPayout = wishForPayout;
    this.due = due;
  }

  /** {@code resendPayout}. */
  @POST
  @Path("/resend")
  @RequiresPermission(Permission.PAYOUTS_RESEND)
  public Response resend(
      @PathParam("id") String id, byte[] body, @Context ContainerRequestContext request) {
    IdempotencyKey key = key(request, "resendPayout");
    BodyReader reader = BodyReader.of(body);
    String reason = reader.requiredReason();
    String statement = reader.requiredText("statement", 1, LONGEST_STATEMENT);
    Optional<String> other = reader.optionalChoice(OTHER, List.of("dismissed"));
    reader.throwIfInvalid();
    ObjectNode understood = understood(reason, other).put("statement", statement);
    Wish wish = new Wish.Resend(statement, Approval.other(other));
    return answer(request, key, id, wish, reason, understood);
  }

  /** {@code settlePayout}. */
  @POST
  @Path("/settle")
  @RequiresPermission(Permission.PAYOUTS_SETTLE)
  public Response settle(
      @PathParam("id") String id, byte[] body, @Context ContainerRequestContext request) {
    IdempotencyKey key = key(request, "settlePayout");
    BodyReader reader = BodyReader.of(body);
    String reason = reader.requiredReason();
    String statement = reader.requiredText("statement", 1, LONGEST_STATEMENT);
    String outcome = reader.requiredChoice("outcome", OUTCOMES);
    Optional<String> providerPayoutId = providerPayoutId(reader, outcome);
    Optional<String> other = otherAttempt(reader, outcome);
    Optional<Integer> adopted = adoptedAttempt(reader, other);
    reader.throwIfInvalid();
    ObjectNode understood =
        understood(reason, other).put("statement", statement).put("outcome", outcome);
    adopted.ifPresent(number -> understood.put(ADOPTED, number));
    providerPayoutId.ifPresent(theirs -> understood.put("provider_payout_id", theirs));
    Wish wish =
        new Wish.Settle(
            PayoutState.ofWireName(outcome),
            providerPayoutId,
            statement,
            Approval.other(other),
            adopted);
    return answer(request, key, id, wish, reason, understood);
  }

  /** Only what the provider is said to have is named by its id there. */
  private static Optional<String> providerPayoutId(BodyReader reader, String outcome) {
    if (outcome.equals("sent")) {
      return Optional.of(reader.requiredLine("provider_payout_id", 1, LONGEST_PROVIDER_ID));
    }
    reader
        .optionalLine("provider_payout_id", 1, LONGEST_PROVIDER_ID)
        .ifPresent(
            _ ->
                reader.error(
                    "provider_payout_id",
                    FieldErrorCode.CONFLICT,
                    "Send it with the outcome sent only."));
    return Optional.empty();
  }

  /**
   * Only what the provider is said to have can be another attempt's, and only a payout that has
   * ended without its money with the beneficiary has to say that no other attempt was paid.
   */
  private static Optional<String> otherAttempt(BodyReader reader, String outcome) {
    Optional<String> other = reader.optionalChoice(OTHER, List.of("dismissed", "adopted"));
    if (other.equals(Optional.of("adopted")) && !outcome.equals("sent")) {
      reader.error(OTHER, FieldErrorCode.CONFLICT, "Send adopted with the outcome sent only.");
    }
    boolean ends = outcome.equals("failed") || outcome.equals("returned");
    if (other.equals(Optional.of("dismissed")) && !ends) {
      reader.error(
          OTHER,
          FieldErrorCode.CONFLICT,
          "Send dismissed with the outcomes failed and returned only.");
    }
    return other;
  }

  /** Only an attempt that is adopted is named. */
  private static Optional<Integer> adoptedAttempt(BodyReader reader, Optional<String> other) {
    Optional<Integer> adopted = reader.optionalInteger(ADOPTED, 1, Integer.MAX_VALUE);
    if (adopted.isPresent() && !other.equals(Optional.of("adopted"))) {
      reader.error(
          ADOPTED, FieldErrorCode.CONFLICT, "Send it with the other_attempt adopted only.");
    }
    return adopted;
  }

  /** {@code correctPayout}. */
  @POST
  @Path("/correct")
  @RequiresPermission(Permission.PAYOUTS_RESEND)
  public Response correct(
      @PathParam("id") String id, byte[] body, @Context ContainerRequestContext request) {
    IdempotencyKey key = key(request, "correctPayout");
    BodyReader reader = BodyReader.of(body);
    String reason = reader.requiredReason();
    ObjectNode beneficiary = BeneficiaryReader.read(reader.requiredObject("beneficiary"));
    reader.throwIfInvalid();
    ObjectNode understood = understood(reason, Optional.empty());
    understood.set("beneficiary", beneficiary);
    return answer(request, key, id, new Wish.Correct(beneficiary), reason, understood);
  }

  private IdempotencyKey key(ContainerRequestContext request, String operation) {
    return answers.key(request, Caller.of(request).credentialId(), operation);
  }

  private static ObjectNode understood(String reason, Optional<String> other) {
    ObjectNode understood = JsonNodeFactory.instance.objectNode().put("reason", reason);
    other.ifPresent(word -> understood.put(OTHER, word));
    return understood;
  }

  private Response answer(
      ContainerRequestContext request,
      IdempotencyKey key,
      String id,
      Wish wish,
      String reason,
      ObjectNode understood) {
    Caller caller = Caller.of(request);
    Tx.assertOutside();
    FreshLookup.Answer asked =
        answers.isAnswered(key) ? FreshLookup.NOT_ASKED : freshLookup.ask(caller.tenantId(), id);
    Response response =
        answers.answer(
            request,
            key,
            understood,
            () ->
                WishAnswers.of(request, wishForPayout.wish(caller, id, wish, reason, asked), 202));
    due.raise();
    return response;
  }
}
