// The client's operations on batches of payouts, over HTTP.
package dev.semel.payout;

import dev.semel.idempotency.IdempotencyKey;
import dev.semel.idempotency.IdempotentAnswers;
import dev.semel.idempotency.StoredResponse;
import dev.semel.security.Caller;
import dev.semel.security.Permission;
import dev.semel.security.RequiresPermission;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Map;

/** The client's operations on batches of payouts: create, and see how far one is. */
@Path(PayoutBatchResource.PATH)
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public final class PayoutBatchResource {
  /** Where a batch is asked for. */
  public static final String PATH = "/v1/payout-batches";

  /** The largest body of a batch, in bytes. */
  public static final int MAX_BYTES = 8 * 1_048_576;

  private final IdempotentAnswers answers;
  private final CreatePayoutBatch createPayoutBatch;
  private final ReadBatch readBatch;
  private final BatchRoom room;
  private final DueSignal due;

  PayoutBatchResource(
      IdempotentAnswers answers,
      CreatePayoutBatch createPayoutBatch,
      ReadBatch readBatch,
      BatchRoom room,
      DueSignal due) {
    this.answers = answers;
    this.createPayoutBatch = createPayoutBatch;
    this.readBatch = readBatch;
    this.room = room;
    this.due = due;
  }

  /** {@code createPayoutBatch}. */
  @POST
  @RequiresPermission(Permission.PAYOUTS_WRITE)
  public Response create(byte[] body, @Context ContainerRequestContext request) {
    Caller caller = Caller.of(request);
    IdempotencyKey key = answers.key(request, caller.credentialId(), "createPayoutBatch");
    Response response = room.inside(() -> answer(body, request, caller, key));
    due.raise();
    return response;
  }

  private Response answer(
      byte[] body, ContainerRequestContext request, Caller caller, IdempotencyKey key) {
    List<NewPayout> asked = NewBatchReader.read(body, MAX_BYTES);
    return answers.answer(
        request, key, NewBatchReader.understood(asked), () -> created(request, caller, asked));
  }

  private StoredResponse created(
      ContainerRequestContext request, Caller caller, List<NewPayout> asked) {
    return switch (createPayoutBatch.create(caller, asked)) {
      case CreatePayoutBatch.Outcome.Created created ->
          IdempotentAnswers.json(
                  201,
                  PayoutBatchJson.accepted(created.batch(), created.payouts()),
                  Map.of(HttpHeaders.LOCATION, PATH + "/" + created.batch().id()),
                  null)
              .aboutBatch(created.batch().id());
      case CreatePayoutBatch.Outcome.ReferencesTaken taken ->
          IdempotentAnswers.refusal(request, taken.problem(), taken.payoutId());
    };
  }

  /** {@code getPayoutBatch}. */
  @GET
  @Path("/{id}")
  @RequiresPermission(Permission.PAYOUTS_READ)
  public Response get(@PathParam("id") String id, @Context ContainerRequestContext request) {
    ReadBatch.Standing standing = readBatch.read(Caller.of(request).tenantId(), id);
    return Response.ok(PayoutJson.bytes(PayoutBatchJson.standing(standing))).build();
  }
}
