// Answers requests that change something, once for each key.
package dev.semel.idempotency;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.problem.Problem;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemMapper;
import jakarta.inject.Singleton;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers requests that change something, once for each key. A resource takes the key first, then
 * reads and checks the body, then lets this act.
 *
 * <pre>{@code
 * IdempotencyKey key = answers.key(request, caller.credentialId(), "createPayout");
 * NewPayout asked = NewPayoutReader.read(body);
 * return answers.answer(request, key, asked.understood(), () -> …);
 * }</pre>
 */
@Singleton
public final class IdempotentAnswers {
  private final Idempotency idempotency;

  IdempotentAnswers(Idempotency idempotency) {
    this.idempotency = idempotency;
  }

  /**
   * The key of a request.
   *
   * @throws ProblemException when it is missing or malformed
   */
  public IdempotencyKey key(
      ContainerRequestContext request, String credentialId, String operation) {
    return IdempotencyKey.of(
        credentialId,
        operation,
        request.getHeaders().getOrDefault(IdempotencyKey.HEADER, List.of()));
  }

  /**
   * Whether a key has its answer already. For requests that have something to find out before their
   * transaction, such as by asking a provider: a repeat need not. No transaction may be open.
   */
  public boolean isAnswered(IdempotencyKey key) {
    return idempotency.isUsed(key);
  }

  /**
   * Acts, or gives the first answer again.
   *
   * @param understood what validation read from the body, in one exact form
   * @param act what the request does, inside the transaction, and its answer
   */
  public Response answer(
      ContainerRequestContext request,
      IdempotencyKey key,
      JsonNode understood,
      Supplier<StoredResponse> act) {
    URI uri = request.getUriInfo().getRequestUri();
    String path =
        uri.getRawQuery() == null ? uri.getRawPath() : uri.getRawPath() + "?" + uri.getRawQuery();
    Idempotency.Answer answer =
        idempotency.answer(key, Fingerprint.of(request.getMethod(), path, understood), act);
    Response.ResponseBuilder response =
        Response.status(answer.response().status()).entity(answer.response().body());
    answer.response().headers().forEach(response::header);
    response.header("Idempotency-Expires", answer.expires().toString());
    if (answer.replayed()) {
      response.header("Idempotent-Replayed", "true");
    }
    return response.build();
  }

  /** An answer in JSON. */
  public static StoredResponse json(
      int status, JsonNode body, Map<String, String> headers, @Nullable String payoutId) {
    Map<String, String> all = new HashMap<>(headers);
    all.put(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON);
    return new StoredResponse(
        status, all, body.toString().getBytes(StandardCharsets.UTF_8), payoutId);
  }

  /**
   * A refusal that was decided after the request was understood, and is kept under the key like any
   * other answer.
   */
  public static StoredResponse refusal(
      ContainerRequestContext request, ProblemException problem, @Nullable String payoutId) {
    @Nullable String requestId = request.getHeaderString(ProblemMapper.REQUEST_ID);
    Problem body =
        problem.problem(
            request.getUriInfo().getRequestUri().getRawPath(),
            requestId == null ? "unknown" : requestId);
    return new StoredResponse(
        problem.type().status(),
        Map.of(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE),
        body.toBytes(),
        payoutId);
  }
}
