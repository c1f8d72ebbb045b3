// What people do with background work that failed, over HTTP.
package dev.semel.submission;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.db.Tx;
import dev.semel.domain.WireNames;
import dev.semel.idempotency.IdempotencyKey;
import dev.semel.idempotency.IdempotentAnswers;
import dev.semel.json.BodyReader;
import dev.semel.json.Page;
import dev.semel.json.QueryReader;
import dev.semel.payout.DueSignal;
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
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What people do with background work that failed: list it, have it tried again. */
@Path("/v1/ops/jobs")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public final class JobResource {
  private static final List<String> STATES =
      Arrays.stream(JobState.values()).map(WireNames::of).toList();

  private final IdempotentAnswers answers;
  private final JobStore jobs;
  private final RetryJob retryJob;
  private final DueSignal due;

  JobResource(IdempotentAnswers answers, JobStore jobs, RetryJob retryJob, DueSignal due) {
    this.answers = answers;
    this.jobs = jobs;
    this.retryJob = retryJob;
    this.due = due;
  }

  /** {@code listJobs}. */
  @GET
  @RequiresPermission(Permission.JOBS_READ)
  public Response list(@Context ContainerRequestContext request, @Context UriInfo uri) {
    String tenant = Caller.of(request).tenantId();
    QueryReader query = new QueryReader(uri);
    int limit = query.limit();
    Optional<String> cursor = query.cursor();
    Optional<String> state = query.choice("state", STATES);
    query.throwIfInvalid();
    List<Job> rows = Tx.call(() -> jobs.page(tenant, state, cursor, limit + 1));
    ObjectNode page = Page.of(rows, limit, Job::id, JobResource::json);
    return Response.ok(page.toString().getBytes(StandardCharsets.UTF_8)).build();
  }

  /** {@code retryJob}. */
  @POST
  @Path("/{id}/retry")
  @RequiresPermission(Permission.JOBS_RETRY)
  public Response retry(
      @PathParam("id") String id, byte[] body, @Context ContainerRequestContext request) {
    Caller caller = Caller.of(request);
    IdempotencyKey key = answers.key(request, caller.credentialId(), "retryJob");
    BodyReader reader = BodyReader.of(body);
    String reason = reader.requiredReason();
    reader.throwIfInvalid();
    Response response =
        answers.answer(
            request,
            key,
            JsonNodeFactory.instance.objectNode().put("reason", reason),
            () -> {
              Job job = retryJob.retry(caller, id, reason);
              return IdempotentAnswers.json(200, json(job), Map.of(), job.payoutId());
            });
    due.raise();
    return response;
  }

  private static ObjectNode json(Job job) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", job.id())
        .put("kind", WireNames.of(job.kind()))
        .put("state", WireNames.of(job.state()))
        .put("payout_id", job.payoutId())
        .put("provider", job.provider())
        .put("failures", job.failures())
        .put("error", job.error())
        .put("message", job.message())
        .put("first_failed_at", job.firstFailedAt().toString())
        .put("last_failed_at", job.lastFailedAt().toString())
        .put("next_try_at", text(job.nextTryAt()));
  }

  private static @Nullable String text(@Nullable Instant instant) {
    return instant == null ? null : instant.toString();
  }
}
