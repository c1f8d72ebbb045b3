// The client's operations on payouts, over HTTP.
package dev.semel.payout;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.db.Ids;
import dev.semel.domain.PayoutState;
import dev.semel.idempotency.IdempotencyKey;
import dev.semel.idempotency.IdempotentAnswers;
import dev.semel.idempotency.StoredResponse;
import dev.semel.json.BodyReader;
import dev.semel.json.Page;
import dev.semel.json.QueryReader;
import dev.semel.json.VersionedAnswer;
import dev.semel.problem.ProblemException;
import dev.semel.security.Caller;
import dev.semel.security.Permission;
import dev.semel.security.RequiresPermission;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The client's operations on payouts: create, read, list, history, funding, cancel. */
@Path("/v1/payouts")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public final class PayoutResource {
  private static final Pattern BATCH_ID = Ids.Kind.BATCH.form();
  private static final List<String> STATUSES =
      Arrays.stream(PayoutState.values()).map(PayoutState::wireName).toList();

  private final IdempotentAnswers answers;
  private final CreatePayout createPayout;
  private final ConfirmFunding confirmFunding;
  private final CancelPayout cancelPayout;
  private final ReadPayouts readPayouts;
  private final DueSignal due;

  PayoutResource(
      IdempotentAnswers answers,
      CreatePayout createPayout,
      ConfirmFunding confirmFunding,
      CancelPayout cancelPayout,
      ReadPayouts readPayouts,
      DueSignal due) {
    this.answers = answers;
    this.createPayout = createPayout;
    this.confirmFunding = confirmFunding;
    this.cancelPayout = cancelPayout;
    this.readPayouts = readPayouts;
    this.due = due;
  }

  /** {@code createPayout}. */
  @POST
  @RequiresPermission(Permission.PAYOUTS_WRITE)
  public Response create(byte[] body, @Context ContainerRequestContext request) {
    Caller caller = Caller.of(request);
    IdempotencyKey key = answers.key(request, caller.credentialId(), "createPayout");
    NewPayout asked = NewPayoutReader.read(body);
    Response response =
        answers.answer(request, key, asked.understood(), () -> created(request, caller, asked));
    due.raise();
    return response;
  }

  private StoredResponse created(ContainerRequestContext request, Caller caller, NewPayout asked) {
    return switch (createPayout.create(caller, asked)) {
      case CreatePayout.Outcome.Created created ->
          IdempotentAnswers.json(
              201,
              PayoutJson.payout(created.payout()),
              Map.of(HttpHeaders.LOCATION, "/v1/payouts/" + created.payout().id()),
              created.payout().id());
      case CreatePayout.Outcome.ReferenceTaken taken ->
          refused(request, taken.problem(), taken.payoutId());
    };
  }

  /** {@code listPayouts}. */
  @GET
  @RequiresPermission(Permission.PAYOUTS_READ)
  public Response list(@Context ContainerRequestContext request, @Context UriInfo uri) {
    QueryReader query = new QueryReader(uri);
    int limit = query.limit();
    PayoutFilter filter =
        new PayoutFilter(
            Caller.of(request).tenantId(),
            query.choice("status", STATUSES).map(PayoutState::ofWireName),
            query.text("reference", 64),
            query.provider(),
            query.match("batch", BATCH_ID, "Send the id of a batch, or leave it out."),
            query.instant("created_from"),
            query.instant("created_to"),
            query.cursor());
    query.throwIfInvalid();
    List<PayoutRecord> rows = readPayouts.page(filter, limit + 1);
    return Response.ok(PayoutJson.bytes(Page.of(rows, limit, PayoutRecord::id, PayoutJson::payout)))
        .build();
  }

  /** {@code getPayout}. */
  @GET
  @Path("/{id}")
  @RequiresPermission(Permission.PAYOUTS_READ)
  public Response get(
      @PathParam("id") String id,
      @HeaderParam(HttpHeaders.IF_NONE_MATCH) @Nullable String known,
      @Context ContainerRequestContext request) {
    PayoutRecord payout = readPayouts.payout(Caller.of(request).tenantId(), id);
    return VersionedAnswer.of(
        payout.version(), known, () -> PayoutJson.bytes(PayoutJson.payout(payout)));
  }

  /** {@code listPayoutEvents}. */
  @GET
  @Path("/{id}/events")
  @RequiresPermission(Permission.PAYOUTS_READ)
  public Response events(
      @PathParam("id") String id, @Context ContainerRequestContext request, @Context UriInfo uri) {
    QueryReader query = new QueryReader(uri);
    int limit = query.limit();
    int after = query.numericCursor();
    query.throwIfInvalid();
    List<RecordedEntry> rows =
        readPayouts.history(Caller.of(request).tenantId(), id, after, limit + 1);
    ObjectNode page =
        Page.of(rows, limit, entry -> Integer.toString(entry.sequence()), PayoutJson::entry);
    return Response.ok(PayoutJson.bytes(page)).build();
  }

  /** {@code confirmFunding}. */
  @POST
  @Path("/{id}/funding")
  @RequiresPermission(Permission.FUNDING_WRITE)
  public Response funding(
      @PathParam("id") String id, byte[] body, @Context ContainerRequestContext request) {
    Caller caller = Caller.of(request);
    IdempotencyKey key = answers.key(request, caller.credentialId(), "confirmFunding");
    ConfirmFunding.Payment payment = ConfirmFunding.Payment.read(body);
    Response response =
        answers.answer(
            request,
            key,
            payment.understood(),
            () ->
                switch (confirmFunding.confirm(caller, id, payment)) {
                  case ConfirmFunding.Outcome.Done done -> changed(done.payout());
                  case ConfirmFunding.Outcome.Conflict conflict ->
                      refused(request, conflict.problem(), id);
                });
    due.raise();
    return response;
  }

  /** {@code cancelPayout}. */
  @POST
  @Path("/{id}/cancel")
  @RequiresPermission(Permission.PAYOUTS_WRITE)
  public Response cancel(
      @PathParam("id") String id, byte[] body, @Context ContainerRequestContext request) {
    Caller caller = Caller.of(request);
    IdempotencyKey key = answers.key(request, caller.credentialId(), "cancelPayout");
    BodyReader reader = BodyReader.of(body);
    String reason = reader.requiredReason();
    reader.throwIfInvalid();
    return answers.answer(
        request,
        key,
        JsonNodeFactory.instance.objectNode().put("reason", reason),
        () ->
            switch (cancelPayout.cancel(caller, id, reason)) {
              case CancelPayout.Outcome.Done done -> changed(done.payout());
              case CancelPayout.Outcome.NotCancellable not -> refused(request, not.problem(), id);
            });
  }

  private static StoredResponse changed(PayoutRecord payout) {
    return IdempotentAnswers.json(200, PayoutJson.payout(payout), Map.of(), payout.id());
  }

  private static StoredResponse refused(
      ContainerRequestContext request, ProblemException problem, String payoutId) {
    return IdempotentAnswers.refusal(request, problem, payoutId);
  }
}
