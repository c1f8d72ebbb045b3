// Whether a request's head can be understood in one way only.
package dev.semel.app.edge;

import dev.semel.json.StrictJson;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.net.HostAndPort;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Judges a request's head. Whatever a proxy in front and this server might read differently is
 * refused: that is how one request is smuggled inside another. Pure.
 */
final class RequestForm {

  private static final String API = "/v1/";
  private static final String ONE_HOST = "Send one Host header with a host's name.";

  private RequestForm() {}

  /** Why the request can't be taken, or empty when it can. */
  static Optional<ProblemException> fault(HttpRequest request) {
    DecoderResult read = request.decoderResult();
    if (read.isFailure()) {
      return Optional.of(unreadable(read.cause()));
    }
    String wanted = wanted(request);
    if (!wanted.isEmpty()) {
      return Optional.of(malformed(wanted));
    }
    String path = path(request.uri());
    if (announcesTooMuch(request.headers(), BodyLimits.of(path))) {
      return Optional.of(StrictJson.tooLarge(BodyLimits.of(path)));
    }
    // Below /v1 the credential is asked for first.
    return path.startsWith(API)
        ? Optional.empty()
        : ContentCodings.fault(path, request.headers()::getAll);
  }

  /** The path of a request's target, raw; "/" when it has none. */
  static String path(String target) {
    @Nullable URI uri = parse(target);
    return uri == null || uri.getRawPath() == null || uri.getRawPath().isEmpty()
        ? "/"
        : uri.getRawPath();
  }

  static ProblemException malformed(String wanted) {
    return new ProblemException(
        ProblemType.MALFORMED_REQUEST, "The request is not well-formed HTTP. " + wanted);
  }

  private static ProblemException unreadable(Throwable cause) {
    return switch (cause) {
      case TooLongHttpLineException _ ->
          new ProblemException(
              ProblemType.URI_TOO_LONG,
              "The request's first line is too long. Send a shorter path and query.");
      case TooLongHttpHeaderException _ ->
          new ProblemException(
              ProblemType.HEADERS_TOO_LARGE,
              "The request's headers are too large. Send fewer or shorter ones.");
      default -> malformed("Check its first line and its headers.");
    };
  }

  /** What to send instead, or empty when the head is well-formed. */
  private static String wanted(HttpRequest request) {
    HttpHeaders headers = request.headers();
    boolean current = request.protocolVersion().equals(HttpVersion.HTTP_1_1);
    if (!current && !request.protocolVersion().equals(HttpVersion.HTTP_1_0)) {
      return "Speak HTTP/1.1.";
    }
    List<String> codings = headers.getAll(HttpHeaderNames.TRANSFER_ENCODING);
    if (!codings.isEmpty()
        && !(current && codings.size() == 1 && codings.getFirst().equalsIgnoreCase("chunked"))) {
      return "Send a body with Content-Length, or with Transfer-Encoding: chunked and nothing else.";
    }
    List<String> hosts = headers.getAll(HttpHeaderNames.HOST);
    if (hosts.size() > 1
        || (current && hosts.isEmpty())
        || hosts.stream().anyMatch(host -> HostAndPort.parseAuthority(host, -1) == null)) {
      return ONE_HOST;
    }
    return parse(request.uri()) == null
        ? "Send a path that begins with a slash, and percent-encode what is no letter, digit or"
            + " mark of a URI."
        : "";
  }

  /** The target as a URI, or null when it is none that names a path here. */
  private static @Nullable URI parse(String target) {
    String whole = target.startsWith("/") ? "http://host" + target : target;
    boolean web =
        whole.regionMatches(true, 0, "http:", 0, 5) || whole.regionMatches(true, 0, "https:", 0, 6);
    if (!web || !whole.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      return null;
    }
    try {
      URI uri = new URI(whole);
      return uri.isOpaque() || uri.getRawFragment() != null ? null : uri;
    } catch (URISyntaxException e) {
      return null;
    }
  }

  private static boolean announcesTooMuch(HttpHeaders headers, long limit) {
    @Nullable String length = headers.get(HttpHeaderNames.CONTENT_LENGTH);
    try {
      return length != null && Long.parseLong(length) > limit;
    } catch (NumberFormatException e) {
      // The decoder refuses what is no number; more digits than a long holds are too large.
      return true;
    }
  }
}
