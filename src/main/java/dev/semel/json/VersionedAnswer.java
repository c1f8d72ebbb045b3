// An answer that a client may keep while nothing has changed.
package dev.semel.json;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An answer with an {@code ETag}, or 304 for who has it already. */
public final class VersionedAnswer {
  private VersionedAnswer() {}

  /**
   * Answers with a representation.
   *
   * @param version a number that rises whenever the representation changes
   * @param known what the client sent as {@code If-None-Match}
   * @param body the representation, made when it is sent
   */
  public static Response of(int version, @Nullable String known, Supplier<byte[]> body) {
    String tag = "\"" + version + "\"";
    Response.ResponseBuilder answer =
        known != null && matches(known, tag) ? Response.notModified() : Response.ok(body.get());
    return answer.header(HttpHeaders.ETAG, tag).build();
  }

  private static boolean matches(String known, String tag) {
    return Arrays.stream(known.split(",", -1))
        .map(String::strip)
        .anyMatch(
            candidate ->
                candidate.equals("*") || candidate.equals(tag) || candidate.equals("W/" + tag));
  }
}
