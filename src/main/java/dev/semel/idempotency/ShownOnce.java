// A secret that the first answer shows and nothing keeps.
package dev.semel.idempotency;

import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A secret that the first answer shows in one member, and nothing keeps: what is stored under the
 * key, and given to a repeat, has null there. Made anew for each request.
 */
public final class ShownOnce {
  private final String member;
  private @Nullable ObjectNode shown;

  /**
   * For one request.
   *
   * @param member the member that shows the secret, once
   */
  public ShownOnce(String member) {
    this.member = member;
  }

  /** Remembers a secret for the answer, of which {@code json} is what is stored. */
  public void keep(ObjectNode json, String secret) {
    shown = json.deepCopy().put(member, secret);
  }

  /** The answer, with the secret when it is the first one and a good one. */
  public Response in(Response answer) {
    boolean first = answer.getHeaderString("Idempotent-Replayed") == null;
    if (!first || shown == null || answer.getStatus() >= 300) {
      return answer;
    }
    return Response.fromResponse(answer)
        .entity(shown.toString().getBytes(StandardCharsets.UTF_8))
        .build();
  }
}
