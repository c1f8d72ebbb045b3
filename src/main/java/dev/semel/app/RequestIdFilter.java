// Names every request before anything else looks at it.
package dev.semel.app;

import dev.semel.json.StrictJson;
import dev.semel.problem.Problem;
import dev.semel.problem.ProblemMapper;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import java.security.SecureRandom;
import org.jboss.logging.MDC;

/**
 * Gives every request an id and refuses bodies that say that they are too large. It runs before
 * routing, so that health, pages and answers to unknown paths carry the id too. Behind it the
 * request's own header holds the id, and log lines have it as {@code request_id}.
 */
final class RequestIdFilter {

  /** The name in log lines. */
  static final String LOG_KEY = "request_id";

  /** Before Quarkus's own limit, which would answer 413 without a problem. */
  private static final int FIRST = 1_000;

  private final RequestIds ids = new RequestIds(new SecureRandom());

  void register(@Observes Filters filters) {
    filters.register(this::name, FIRST);
  }

  private void name(RoutingContext context) {
    HttpServerRequest request = context.request();
    String id = ids.idOf(request.headers().getAll(ProblemMapper.REQUEST_ID));
    request.headers().set(ProblemMapper.REQUEST_ID, id);
    context.response().putHeader(ProblemMapper.REQUEST_ID, id);
    MDC.put(LOG_KEY, id);
    long most = BodyLimits.of(request.path());
    if (saysMore(request, most)) {
      refuse(context, id, most);
    } else {
      context.next();
    }
  }

  private static boolean saysMore(HttpServerRequest request, long most) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    try {
      return length != null && Long.parseLong(length) > most;
    } catch (NumberFormatException e) {
      // The HTTP decoder refuses what is no number; more digits than a long holds are too large.
      return true;
    }
  }

  private static void refuse(RoutingContext context, String id, long most) {
    Problem problem = StrictJson.tooLarge(most).problem(context.request().path(), id);
    context
        .response()
        .setStatusCode(problem.type().status())
        .putHeader(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE)
        // The body is not read, so nothing else can follow on this connection.
        .putHeader(HttpHeaders.CONNECTION, "close")
        .end(Buffer.buffer(problem.toBytes()));
  }
}
