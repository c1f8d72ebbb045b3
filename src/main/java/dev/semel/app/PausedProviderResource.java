// Pausing a provider and letting it go on, over HTTP.
package dev.semel.app;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.idempotency.IdempotencyKey;
import dev.semel.idempotency.IdempotentAnswers;
import dev.semel.json.BodyReader;
import dev.semel.payout.DueSignal;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import dev.semel.security.Caller;
import dev.semel.security.Permission;
import dev.semel.security.RequiresPermission;
import dev.semel.submission.PauseProvider;
import dev.semel.submission.ResumeProvider;
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
import java.util.Map;

/**
 * Pausing a provider and letting it go on. A provider serves all tenants, so that these operations
 * exist only for credentials of the tenant that runs the server.
 */
@Path("/v1/ops/providers/{name}")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public final class PausedProviderResource {
  private final IdempotentAnswers answers;
  private final ProviderViews views;
  private final PauseProvider pauseProvider;
  private final ResumeProvider resumeProvider;
  private final DueSignal due;

  PausedProviderResource(
      IdempotentAnswers answers,
      ProviderViews views,
      PauseProvider pauseProvider,
      ResumeProvider resumeProvider,
      DueSignal due) {
    this.answers = answers;
    this.views = views;
    this.pauseProvider = pauseProvider;
    this.resumeProvider = resumeProvider;
    this.due = due;
  }

  /** What a person wants of a provider. */
  private interface Act {
    void on(Caller caller, String provider, String reason);
  }

  /** {@code pauseProvider}. */
  @POST
  @Path("/pause")
  @RequiresPermission(Permission.PROVIDERS_MANAGE)
  public Response pause(
      @PathParam("name") String name, byte[] body, @Context ContainerRequestContext request) {
    return answer(request, "pauseProvider", name, body, pauseProvider::pause);
  }

  /** {@code resumeProvider}. */
  @POST
  @Path("/resume")
  @RequiresPermission(Permission.PROVIDERS_MANAGE)
  public Response resume(
      @PathParam("name") String name, byte[] body, @Context ContainerRequestContext request) {
    Response response = answer(request, "resumeProvider", name, body, resumeProvider::resume);
    due.raise();
    return response;
  }

  private Response answer(
      ContainerRequestContext request, String operation, String name, byte[] body, Act act) {
    Caller caller = Caller.of(request);
    IdempotencyKey key = answers.key(request, caller.credentialId(), operation);
    BodyReader reader = BodyReader.of(body);
    String reason = reader.requiredReason();
    reader.throwIfInvalid();
    if (!caller.operator() || !views.exists(name)) {
      throw notFound();
    }
    ObjectNode understood = JsonNodeFactory.instance.objectNode().put("reason", reason);
    return answers.answer(
        request,
        key,
        understood,
        () -> {
          act.on(caller, name, reason);
          return IdempotentAnswers.json(200, views.one(caller, name), Map.of(), null);
        });
  }

  private static ProblemException notFound() {
    return new ProblemException(
        ProblemType.NOT_FOUND,
        "There is nothing here that this credential may see. Check the path, the name, and whose credential you use.");
  }
}
