// What people and their tools do with cases, over HTTP.
package dev.semel.casework;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.domain.CaseKind;
import dev.semel.domain.WireNames;
import dev.semel.idempotency.IdempotencyKey;
import dev.semel.idempotency.IdempotentAnswers;
import dev.semel.idempotency.StoredResponse;
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
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What people and their tools do with cases: list, read, assign, comment, resolve, reopen. */
@Path("/v1/ops/cases")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public final class CaseResource {
  private static final String CSV = "text/csv";
  private static final List<String> KINDS =
      Arrays.stream(CaseKind.values()).map(WireNames::of).toList();
  private static final int LONGEST_TEXT = 2000;

  private final IdempotentAnswers answers;
  private final ReadCases readCases;
  private final AssignCase assignCase;
  private final CommentCase commentCase;
  private final ResolveCase resolveCase;
  private final ReopenCase reopenCase;

  CaseResource(
      IdempotentAnswers answers,
      ReadCases readCases,
      AssignCase assignCase,
      CommentCase commentCase,
      ResolveCase resolveCase,
      ReopenCase reopenCase) {
    this.answers = answers;
    this.readCases = readCases;
    this.assignCase = assignCase;
    this.commentCase = commentCase;
    this.resolveCase = resolveCase;
    this.reopenCase = reopenCase;
  }

  /** {@code listCases}, as JSON or, where the client prefers that, as CSV. */
  @GET
  @Produces({MediaType.APPLICATION_JSON, CSV})
  @RequiresPermission(Permission.CASES_READ)
  public Response list(
      @Context ContainerRequestContext request,
      @Context UriInfo uri,
      @Context HttpHeaders headers) {
    QueryReader query = new QueryReader(uri);
    int limit = query.limit();
    CaseFilter filter =
        new CaseFilter(
            Caller.of(request).tenantId(),
            query.choice("status", CaseStatus.NAMES),
            query.choice("kind", KINDS),
            query.provider(),
            query.text("assignee", 100),
            query.cursor());
    query.throwIfInvalid();
    List<OpsCase> rows = readCases.page(filter, limit + 1);
    ObjectNode page = Page.of(rows, limit, opsCase -> opsCase.id, CaseJson::listItem);
    return prefersCsv(headers)
        ? csv(uri, rows.subList(0, Math.min(limit, rows.size())), page)
        : Response.ok(bytes(page), MediaType.APPLICATION_JSON_TYPE).build();
  }

  private static boolean prefersCsv(HttpHeaders headers) {
    for (MediaType accepted : headers.getAcceptableMediaTypes()) {
      if (accepted.isCompatible(MediaType.APPLICATION_JSON_TYPE)) {
        return false;
      }
      if (accepted.isCompatible(MediaType.valueOf(CSV))) {
        return true;
      }
    }
    return false;
  }

  /** CSV has no place for the next page's cursor: the link to it stands in a header. */
  private static Response csv(UriInfo uri, List<OpsCase> rows, ObjectNode page) {
    Response.ResponseBuilder response =
        Response.ok(CaseCsv.of(rows).getBytes(StandardCharsets.UTF_8), CSV + ";charset=UTF-8")
            .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"cases.csv\"");
    String next = page.path("next_cursor").asText("");
    if (!page.path("next_cursor").isNull()) {
      String link =
          uri.getRequestUriBuilder().replaceQueryParam("cursor", next).build().getRawQuery();
      response.header(HttpHeaders.LINK, "</v1/ops/cases?" + link + ">; rel=\"next\"");
    }
    return response.build();
  }

  /** {@code getCase}. */
  @GET
  @Path("/{id}")
  @RequiresPermission(Permission.CASES_READ)
  public Response get(@PathParam("id") String id, @Context ContainerRequestContext request) {
    return Response.ok(bytes(CaseJson.full(readCases.one(Caller.of(request), id)))).build();
  }

  /** {@code assignCase}. */
  @POST
  @Path("/{id}/assign")
  @RequiresPermission(Permission.CASES_WORK)
  public Response assign(
      @PathParam("id") String id, byte[] body, @Context ContainerRequestContext request) {
    Caller caller = Caller.of(request);
    IdempotencyKey key = answers.key(request, caller.credentialId(), "assignCase");
    BodyReader reader = BodyReader.of(body);
    String assignee = reader.requiredText("assignee", 1, 100);
    String reason = reader.requiredReason();
    reader.throwIfInvalid();
    ObjectNode understood = understood().put("assignee", assignee).put("reason", reason);
    return answer(request, key, understood, () -> assignCase.assign(caller, id, assignee, reason));
  }

  /** {@code commentCase}. */
  @POST
  @Path("/{id}/comments")
  @RequiresPermission(Permission.CASES_WORK)
  public Response comment(
      @PathParam("id") String id, byte[] body, @Context ContainerRequestContext request) {
    Caller caller = Caller.of(request);
    IdempotencyKey key = answers.key(request, caller.credentialId(), "commentCase");
    BodyReader reader = BodyReader.of(body);
    String comment = reader.requiredText("comment", 1, LONGEST_TEXT);
    String reason = reader.optionalReason().orElse(comment);
    reader.throwIfInvalid();
    ObjectNode understood = understood().put("comment", comment).put("reason", reason);
    return answer(request, key, understood, () -> commentCase.comment(caller, id, comment, reason));
  }

  /** {@code resolveCase}. */
  @POST
  @Path("/{id}/resolve")
  @RequiresPermission(Permission.CASES_WORK)
  public Response resolve(
      @PathParam("id") String id, byte[] body, @Context ContainerRequestContext request) {
    Caller caller = Caller.of(request);
    IdempotencyKey key = answers.key(request, caller.credentialId(), "resolveCase");
    BodyReader reader = BodyReader.of(body);
    String resolution = reader.requiredText("resolution", 1, 64);
    String note = reader.requiredText("note", 1, LONGEST_TEXT);
    String reason = reader.optionalReason().orElse(note);
    reader.throwIfInvalid();
    ObjectNode understood =
        understood().put("resolution", resolution).put("note", note).put("reason", reason);
    return answer(
        request, key, understood, () -> resolveCase.resolve(caller, id, resolution, note, reason));
  }

  /** {@code reopenCase}. */
  @POST
  @Path("/{id}/reopen")
  @RequiresPermission(Permission.CASES_WORK)
  public Response reopen(
      @PathParam("id") String id, byte[] body, @Context ContainerRequestContext request) {
    Caller caller = Caller.of(request);
    IdempotencyKey key = answers.key(request, caller.credentialId(), "reopenCase");
    BodyReader reader = BodyReader.of(body);
    String reason = reader.requiredReason();
    reader.throwIfInvalid();
    return answer(
        request,
        key,
        understood().put("reason", reason),
        () -> reopenCase.reopen(caller, id, reason));
  }

  private Response answer(
      ContainerRequestContext request,
      IdempotencyKey key,
      ObjectNode understood,
      Supplier<CaseWork> work) {
    return answers.answer(request, key, understood, () -> stored(request, work.get()));
  }

  private static StoredResponse stored(ContainerRequestContext request, CaseWork work) {
    return switch (work) {
      case CaseWork.Done done ->
          IdempotentAnswers.json(
              200, CaseJson.full(done.view()), Map.of(), done.view().opsCase().payoutId);
      case CaseWork.Conflict conflict ->
          IdempotentAnswers.refusal(request, conflict.problem(), null);
    };
  }

  private static ObjectNode understood() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static byte[] bytes(ObjectNode json) {
    return json.toString().getBytes(StandardCharsets.UTF_8);
  }
}
