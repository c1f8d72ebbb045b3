// Where providers send their webhooks.
package dev.semel.webhook;

import dev.semel.json.StrictJson;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import dev.semel.provider.Provider;
import dev.semel.provider.Providers;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where providers send their webhooks. Who sends is known by the signature, not by a credential.
 */
@Path("/webhooks")
@RunOnVirtualThread
public final class WebhookResource {
  private static final byte[] EMPTY = new byte[0];

  /** In seconds; the room that is missing comes back with the next hour at the latest. */
  private static final String RETRY_AFTER = "600";

  private final ReceiveWebhook receiveWebhook;
  private final Providers providers;
  private final WebhookConfig config;

  WebhookResource(ReceiveWebhook receiveWebhook, Providers providers, WebhookConfig config) {
    this.receiveWebhook = receiveWebhook;
    this.providers = providers;
    this.config = config;
  }

  /**
   * {@code receiveProviderWebhookByPut}: the same where the provider's file says that it sends so.
   */
  @PUT
  @Path("/{provider}")
  @Consumes(MediaType.WILDCARD)
  public Response receiveByPut(
      @PathParam("provider") String address, byte @Nullable [] sent, @Context HttpHeaders headers) {
    boolean known = providers.find(nameIn(address)).map(Provider::sendsByPut).orElse(true);
    if (!known) {
      throw ProblemException.methodNotAllowed().withHeader(HttpHeaders.ALLOW, HttpMethod.POST);
    }
    return receive(address, sent, headers);
  }

  private static String nameIn(String address) {
    int dot = address.indexOf('.');
    return dot < 0 ? address : address.substring(0, dot);
  }

  /**
   * {@code receiveProviderWebhook}.
   *
   * @param address the provider's name, and for the result of a question a dot and its token
   */
  @POST
  @Path("/{provider}")
  @Consumes(MediaType.WILDCARD)
  public Response receive(
      @PathParam("provider") String address, byte @Nullable [] sent, @Context HttpHeaders headers) {
    byte[] body = sent == null ? EMPTY : sent;
    String provider = nameIn(address);
    Optional<String> token =
        Optional.of(address).filter(a -> a.contains(".")).map(a -> a.substring(a.indexOf('.') + 1));
    return switch (receiveWebhook.receive(
        provider, token, Headers.of(headers.getRequestHeaders()), body)) {
      case STORED -> Response.ok().build();
      case REJECTED ->
          throw new ProblemException(
              ProblemType.SIGNATURE_INVALID,
              "The signature is missing or wrong, or its time stamp is outside the tolerance. Check the secret and the clock, and send the message again.");
      case TOO_MANY ->
          throw new ProblemException(
                  ProblemType.RATE_LIMITED,
                  "Too many messages came that nothing proves to come from this provider. Send it again after the seconds in Retry-After.")
              .withHeader(HttpHeaders.RETRY_AFTER, RETRY_AFTER);
      case TOO_LARGE -> throw StrictJson.tooLarge(config.hintSize());
      case NO_PROVIDER ->
          throw new ProblemException(
              ProblemType.NOT_FOUND, "No provider of this name is connected. Check the address.");
    };
  }
}
