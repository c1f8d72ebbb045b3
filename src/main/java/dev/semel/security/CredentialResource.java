// Credentials over HTTP.
package dev.semel.security;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.db.Tx;
import dev.semel.idempotency.IdempotencyKey;
import dev.semel.idempotency.IdempotentAnswers;
import dev.semel.idempotency.ShownOnce;
import dev.semel.idempotency.StoredResponse;
import dev.semel.json.BodyReader;
import dev.semel.json.Page;
import dev.semel.json.QueryReader;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Credentials: create, list, revoke. */
@Path("/v1/ops/credentials")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@RequiresPermission(Permission.CREDENTIALS_MANAGE)
@RunOnVirtualThread
public final class CredentialResource {
  private final IdempotentAnswers answers;
  private final CreateCredential createCredential;
  private final RevokeCredential revokeCredential;
  private final CredentialStore credentials;

  CredentialResource(
      IdempotentAnswers answers,
      CreateCredential createCredential,
      RevokeCredential revokeCredential,
      CredentialStore credentials) {
    this.answers = answers;
    this.createCredential = createCredential;
    this.revokeCredential = revokeCredential;
    this.credentials = credentials;
  }

  /**
   * {@code createCredential}. The token is in the first answer alone: what is kept under the key,
   * and given to a repeat, has none, so that no secret is ever stored.
   */
  @POST
  @RequiresPermission(Permission.CREDENTIALS_MANAGE)
  public Response create(byte[] body, @Context ContainerRequestContext request) {
    Caller caller = Caller.of(request);
    IdempotencyKey key = answers.key(request, caller.credentialId(), "createCredential");
    CredentialRequest asked = CredentialRequest.read(body);
    asked.requireGrantableBy(caller);
    ShownOnce token = new ShownOnce("token");
    return token.in(
        answers.answer(request, key, asked.understood(), () -> created(caller, asked, token)));
  }

  private StoredResponse created(Caller caller, CredentialRequest asked, ShownOnce shown) {
    String tenant = asked.tenant().orElseGet(() -> credentials.tenantName(caller.tenantId()));
    Token token =
        createCredential.create(
            new CreateCredential.Request(
                tenant,
                asked.name(),
                asked.permissions(),
                asked.expiresAt().orElse(null),
                caller.actor(),
                asked.reason().orElse(null)));
    ObjectNode json =
        json(credentials.find(credentials.tenantOf(tenant), token.credentialId()).orElseThrow());
    shown.keep(json, token.text());
    return IdempotentAnswers.json(
        201,
        json,
        Map.of(HttpHeaders.LOCATION, "/v1/ops/credentials/" + token.credentialId()),
        null);
  }

  /** {@code listCredentials}. */
  @GET
  @RequiresPermission(Permission.CREDENTIALS_MANAGE)
  public Response list(@Context ContainerRequestContext request, @Context UriInfo uri) {
    QueryReader query = new QueryReader(uri);
    int limit = query.limit();
    Optional<String> before = query.cursor();
    query.throwIfInvalid();
    String tenant = Caller.of(request).tenantId();
    List<CredentialStore.Credential> rows =
        Tx.call(() -> credentials.page(tenant, before, limit + 1));
    return Response.ok(
            bytes(Page.of(rows, limit, CredentialStore.Credential::id, CredentialResource::json)))
        .build();
  }

  /** {@code revokeCredential}. */
  @POST
  @Path("/{id}/revoke")
  @RequiresPermission(Permission.CREDENTIALS_MANAGE)
  public Response revoke(
      @PathParam("id") String id, byte[] body, @Context ContainerRequestContext request) {
    Caller caller = Caller.of(request);
    IdempotencyKey key = answers.key(request, caller.credentialId(), "revokeCredential");
    BodyReader reader = BodyReader.of(body);
    String reason = reader.requiredReason();
    reader.throwIfInvalid();
    return answers.answer(
        request,
        key,
        JsonNodeFactory.instance.objectNode().put("reason", reason),
        () ->
            IdempotentAnswers.json(
                200, json(revokeCredential.revoke(caller, id, reason)), Map.of(), null));
  }

  private static ObjectNode json(CredentialStore.Credential credential) {
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("id", credential.id())
            .put("name", credential.name())
            .put("tenant", credential.tenant());
    ArrayNode permissions = json.putArray("permissions");
    credential.permissions().forEach(permissions::add);
    return json.putNull("token")
        .put("created_at", credential.createdAt().toString())
        .put("created_by", credential.createdBy())
        .put("expires_at", text(credential.expiresAt()))
        .put("revoked_at", text(credential.revokedAt()));
  }

  private static @Nullable String text(@Nullable Instant instant) {
    return instant == null ? null : instant.toString();
  }

  private static byte[] bytes(ObjectNode json) {
    return json.toString().getBytes(StandardCharsets.UTF_8);
  }
}
