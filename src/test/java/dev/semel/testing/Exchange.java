// One request and its answer, as they were on the wire.
package dev.semel.testing;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One request and its answer.
 *
 * @param method such as POST
 * @param path raw, without the query
 * @param query the names of the query's parameters
 * @param requestHeaders by name in lower case
 * @param requestBody empty when there was none
 * @param status of the answer
 * @param headers of the answer, by name in lower case
 * @param body of the answer, empty when there was none
 */
public record Exchange(
    String method,
    String path,
    List<String> query,
    Map<String, String> requestHeaders,
    String requestBody,
    int status,
    Map<String, String> headers,
    String body) {

  public Exchange {
    query = List.copyOf(query);
    requestHeaders = Map.copyOf(requestHeaders);
    headers = Map.copyOf(headers);
  }

  /** The media type of the request's body, without parameters. */
  public Optional<String> requestType() {
    return mediaType(requestHeaders);
  }

  /** The media type of the answer's body, without parameters. */
  public Optional<String> type() {
    return mediaType(headers);
  }

  /** The names of the query's parameters. */
  static List<String> queryNames(URI uri) {
    String query = uri.getRawQuery();
    return query == null
        ? List.of()
        : Arrays.stream(query.split("&", -1)).map(pair -> pair.replaceFirst("=.*", "")).toList();
  }

  /** Text for a message, cut to what a person reads. */
  static String shortened(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return bytes.length <= 2_000
        ? text
        : text.substring(0, 1_000) + " … (" + bytes.length + " bytes)";
  }

  private static Optional<String> mediaType(Map<String, String> headers) {
    return Optional.ofNullable(headers.get("content-type"))
        .map(type -> type.replaceFirst(";.*", "").strip().toLowerCase(Locale.ROOT));
  }
}
