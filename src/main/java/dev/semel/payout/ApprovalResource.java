// What waits for a second person, over HTTP.
package dev.semel.payout;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.db.Tx;
import dev.semel.idempotency.IdempotencyKey;
import dev.semel.idempotency.IdempotentAnswers;
import dev.semel.json.BodyReader;
import dev.semel.json.Page;
import dev.semel.json.QueryReader;
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
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What waits for a second person: list, read, approve, reject. Before an approval the provider is
 * asked once more, outside its transaction; a repeat under the same key asks nobody.
 */
@Path("/v1/ops/approvals")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public final class ApprovalResource {
  private static final Pattern PAYOUT = Pattern.compile("po_[0-9a-hjkmnp-tv-z]{26}");

  private final IdempotentAnswers answers;
  private final FreshLookup freshLookup;
  private final ApprovalStore approvals;
  private final ApproveWish approveWish;
  private final RejectWish rejectWish;
  private final DueSignal due;

  ApprovalResource(
      IdempotentAnswers answers,
      FreshLookup freshLookup,
      ApprovalStore approvals,
      ApproveWish approveWish,
      RejectWish rejectWish,
      DueSignal due) {
    this.answers = answers;
    this.freshLookup = freshLookup;
    this.approvals = approvals;
    this.approveWish = approveWish;
    this.rejectWish = rejectWish;
    this.due = due;
  }

  /** {@code listApprovals}. */
  @GET
  @RequiresPermission(Permission.OPS_READ)
  public Response list(@Context ContainerRequestContext request, @Context UriInfo uri) {
    String tenant = Caller.of(request).tenantId();
    QueryReader query = new QueryReader(uri);
    int limit = query.limit();
    Optional<String> status = query.choice("status", Approval.Status.NAMES);
    Optional<String> payout = query.match("payout", PAYOUT, "Send a payout's id.");
    Optional<String> cursor = query.cursor();
    query.throwIfInvalid();
    List<Approval> rows = Tx.call(() -> approvals.page(tenant, status, payout, cursor, limit + 1));
    return Response.ok(PayoutJson.bytes(Page.of(rows, limit, Approval::id, Approval::json)))
        .build();
  }

  /** {@code getApproval}. */
  @GET
  @Path("/{id}")
  @RequiresPermission(Permission.OPS_READ)
  public Response get(@PathParam("id") String id, @Context ContainerRequestContext request) {
    return Response.ok(PayoutJson.bytes(found(Caller.of(request), id).json())).build();
  }

  /** {@code approveApproval}. */
  @POST
  @Path("/{id}/approve")
  @RequiresPermission(Permission.PAYOUTS_APPROVE)
  public Response approve(
      @PathParam("id") String id, byte[] body, @Context ContainerRequestContext request) {
    Caller caller = Caller.of(request);
    IdempotencyKey key = answers.key(request, caller.credentialId(), "approveApproval");
    String reason = reason(body);
    FreshLookup.Answer asked =
        answers.isAnswered(key) ? FreshLookup.NOT_ASKED : askAbout(found(caller, id));
    Response response =
        answers.answer(
            request,
            key,
            understood(reason),
            () -> WishAnswers.of(request, approveWish.approve(caller, id, reason, asked), 200));
    due.raise();
    return response;
  }

  /** {@code rejectApproval}. */
  @POST
  @Path("/{id}/reject")
  @RequiresPermission(Permission.PAYOUTS_APPROVE)
  public Response reject(
      @PathParam("id") String id, byte[] body, @Context ContainerRequestContext request) {
    Caller caller = Caller.of(request);
    IdempotencyKey key = answers.key(request, caller.credentialId(), "rejectApproval");
    String reason = reason(body);
    return answers.answer(
        request,
        key,
        understood(reason),
        () -> WishAnswers.of(request, rejectWish.reject(caller, id, reason), 200));
  }

  private Approval found(Caller caller, String id) {
    return Tx.call(() -> approvals.find(caller.tenantId(), id))
        .orElseThrow(Problems::noSuchApproval);
  }

  /** Of what is decided nobody needs to be asked. */
  private FreshLookup.Answer askAbout(Approval approval) {
    return approval.decision().isPresent()
        ? FreshLookup.NOT_ASKED
        : freshLookup.ask(approval.tenantId(), approval.payoutId());
  }

  private static String reason(byte[] body) {
    BodyReader reader = BodyReader.of(body);
    String reason = reader.requiredReason();
    reader.throwIfInvalid();
    return reason;
  }

  private static ObjectNode understood(String reason) {
    return JsonNodeFactory.instance.objectNode().put("reason", reason);
  }
}
