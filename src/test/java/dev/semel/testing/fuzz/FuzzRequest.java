// One request, as it goes over the wire.
package dev.semel.testing.fuzz;

import dev.semel.testing.Operation;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One request.
 *
 * @param number which one of the run it is
 * @param operation the operation that it asks for
 * @param method as it is sent
 * @param target the raw path and query; one character is one byte
 * @param headers in order
 * @param body may be empty
 * @param chunked whether the body is sent in pieces
 * @param party who sends it
 * @param key the credential that it carries, if it carries a good one
 * @param access what its credential is good for
 */
record FuzzRequest(
    int number,
    Operation operation,
    String method,
    String target,
    List<Header> headers,
    byte[] body,
    boolean chunked,
    Party party,
    Party.@Nullable Key key,
    Access access) {

  /** What a credential is good for. */
  enum Access {
    /** Nobody is asked for one. */
    OPEN,
    /** It may do this. */
    GRANTED,
    /** It is good, and may not do this. */
    LACKING,
    /** There is none, or none that is good. */
    REFUSED
  }

  /** A header; one character is one byte. */
  record Header(String name, String value) {}

  private static final int SHOWN = 3_000;

  FuzzRequest {
    headers = List.copyOf(headers);
  }

  /** Whether it says that it has a body, which may be empty. */
  boolean carries() {
    return body.length > 0 || !(method.equals("GET") || method.equals("HEAD"));
  }

  /** The raw path. */
  String path() {
    int question = target.indexOf('?');
    return question < 0 ? target : target.substring(0, question);
  }

  /** The raw query, empty when there is none. */
  String query() {
    int question = target.indexOf('?');
    return question < 0 ? "" : target.substring(question + 1);
  }

  /** The first header of a name. */
  Optional<String> header(String name) {
    return headers.stream()
        .filter(header -> header.name().equalsIgnoreCase(name))
        .map(Header::value)
        .findFirst();
  }

  /** All that was sent but the credential, as one text. */
  String sent() {
    StringBuilder sent = new StringBuilder(target).append('\n');
    headers.stream()
        .filter(header -> !header.name().equalsIgnoreCase("Authorization"))
        .forEach(header -> sent.append(header.value()).append('\n'));
    return sent.append(new String(body, StandardCharsets.UTF_8)).toString();
  }

  /** As one would type it, without the credential's secret. */
  String curl() {
    StringBuilder curl = new StringBuilder("curl -X ").append(method);
    curl.append(" $'http://SERVER").append(escaped(target)).append('\'');
    for (Header header : headers) {
      boolean secret = header.name().equalsIgnoreCase("Authorization");
      String value = secret ? "(" + access + " of " + party.name() + ")" : escaped(header.value());
      curl.append(" -H $'").append(header.name()).append(": ").append(value).append('\'');
    }
    if (chunked) {
      curl.append(" -H 'Transfer-Encoding: chunked'");
    }
    if (carries()) {
      String text = escaped(new String(body, StandardCharsets.ISO_8859_1));
      curl.append(" --data-binary $'")
          .append(text, 0, Math.min(SHOWN, text.length()))
          .append(text.length() > SHOWN ? "…(" + body.length + " bytes)" : "")
          .append('\'');
    }
    return curl.toString();
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    text.chars()
        .forEach(
            c -> {
              if (c == '\'' || c == '\\') {
                escaped.append('\\').append((char) c);
              } else if (c >= 0x20 && c < 0x7F) {
                escaped.append((char) c);
              } else {
                escaped.append("\\x%02x".formatted(c));
              }
            });
    return escaped.toString();
  }
}
