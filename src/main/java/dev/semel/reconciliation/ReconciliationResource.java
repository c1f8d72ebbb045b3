// Running and reading reconciliations, over HTTP.
package dev.semel.reconciliation;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.db.Tx;
import dev.semel.idempotency.IdempotencyKey;
import dev.semel.idempotency.IdempotentAnswers;
import dev.semel.idempotency.StoredResponse;
import dev.semel.json.BodyReader;
import dev.semel.json.Page;
import dev.semel.json.QueryReader;
import dev.semel.problem.FieldErrorCode;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import dev.semel.provider.Provider;
import dev.semel.provider.Providers;
import dev.semel.security.AuditStore;
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
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Running and reading reconciliations. A provider's report names the payouts of all tenants, so
 * that these operations exist only for credentials of the tenant that runs the server.
 */
@Path("/v1/ops/reconciliations")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public final class ReconciliationResource {
  private final IdempotentAnswers answers;
  private final Providers providers;
  private final ReconciliationStore store;
  private final ReconciliationRuns runs;
  private final AuditStore audit;

  ReconciliationResource(
      IdempotentAnswers answers,
      Providers providers,
      ReconciliationStore store,
      ReconciliationRuns runs,
      AuditStore audit) {
    this.answers = answers;
    this.providers = providers;
    this.store = store;
    this.runs = runs;
    this.audit = audit;
  }

  /** {@code createReconciliation}. */
  @POST
  @RequiresPermission(Permission.RECONCILIATION_RUN)
  public Response create(byte[] body, @Context ContainerRequestContext request) {
    Caller caller = Caller.of(request);
    IdempotencyKey key = answers.key(request, caller.credentialId(), "createReconciliation");
    BodyReader reader = BodyReader.of(body);
    String name = reader.requiredText("provider", 2, 32);
    LocalDate day = reader.requiredDate("business_date");
    Optional<String> reason = reader.optionalReason();
    Optional<Provider> provider = providers.find(name);
    if (!caller.operator()) {
      throw notFound();
    }
    check(reader, provider, day);
    reader.throwIfInvalid();
    ObjectNode understood =
        JsonNodeFactory.instance
            .objectNode()
            .put("provider", name)
            .put("business_date", day.toString())
            .put("reason", reason.orElse(null));
    AtomicReference<@Nullable Reconciliation> begun = new AtomicReference<>();
    Response response =
        answers.answer(
            request, key, understood, () -> begin(request, caller, name, day, reason, begun));
    Reconciliation run = begun.get();
    if (run != null) {
      provider.ifPresent(found -> runs.carryOut(run, found));
    }
    return response;
  }

  private void check(BodyReader reader, Optional<Provider> provider, LocalDate day) {
    if (reader.isValid("provider") && provider.isEmpty()) {
      reader.error(
          "provider",
          FieldErrorCode.NOT_ALLOWED,
          "Send the name of a provider that is active here.");
    } else if (provider.isPresent() && provider.get().reportSource().isEmpty()) {
      reader.error(
          "provider", FieldErrorCode.NOT_ALLOWED, "Send a provider whose file describes a report.");
    }
    Instant now = Tx.call(store::now);
    boolean future =
        provider
            .flatMap(Provider::reportSource)
            .filter(source -> day.isAfter(LocalDate.ofInstant(now, source.timeZone())))
            .isPresent();
    if (future) {
      reader.error(
          "business_date",
          FieldErrorCode.OUT_OF_RANGE,
          "Send a day that has begun in the provider's time zone.");
    }
  }

  private StoredResponse begin(
      ContainerRequestContext request,
      Caller caller,
      String provider,
      LocalDate day,
      Optional<String> reason,
      AtomicReference<@Nullable Reconciliation> begun) {
    return switch (runs.begin(provider, day, caller.actor())) {
      case ReconciliationRuns.Beginning.Running running ->
          IdempotentAnswers.refusal(
              request,
              new ProblemException(
                      ProblemType.RECONCILIATION_RUNNING,
                      "A reconciliation of this provider and day is running. Read the one that reconciliation_id names, and wait for its end.")
                  .withMember("reconciliation_id", running.run().id()),
              null);
      case ReconciliationRuns.Beginning.Begun mine -> {
        Reconciliation run = mine.run();
        audit.append(
            new AuditStore.Entry(
                caller.tenantId(),
                caller.actor(),
                "reconciliation.run",
                run.id(),
                reason.orElse(null)));
        begun.set(run);
        yield IdempotentAnswers.json(
            201,
            run.toJson(),
            Map.of(HttpHeaders.LOCATION, "/v1/ops/reconciliations/" + run.id()),
            null);
      }
    };
  }

  /** {@code listReconciliations}. */
  @GET
  @RequiresPermission(Permission.OPS_READ)
  public Response list(@Context ContainerRequestContext request, @Context UriInfo uri) {
    QueryReader query = new QueryReader(uri);
    int limit = query.limit();
    Optional<String> provider = query.provider();
    Optional<String> cursor = query.cursor();
    query.throwIfInvalid();
    List<Reconciliation> rows =
        Caller.of(request).operator()
            ? Tx.call(() -> store.page(provider, cursor, limit + 1))
            : List.of();
    return answer(Page.of(rows, limit, Reconciliation::id, Reconciliation::toJson));
  }

  /** {@code getReconciliation}. */
  @GET
  @Path("/{id}")
  @RequiresPermission(Permission.OPS_READ)
  public Response get(@PathParam("id") String id, @Context ContainerRequestContext request) {
    if (!Caller.of(request).operator()) {
      throw notFound();
    }
    return answer(
        Tx.call(() -> store.find(id)).orElseThrow(ReconciliationResource::notFound).toJson());
  }

  private static Response answer(ObjectNode json) {
    return Response.ok(json.toString().getBytes(StandardCharsets.UTF_8)).build();
  }

  private static ProblemException notFound() {
    return new ProblemException(
        ProblemType.NOT_FOUND,
        "There is nothing here that this credential may see. Check the path, the id, and whose credential you use.");
  }
}
