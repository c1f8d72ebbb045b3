// Names every request before anything else looks at it.
package dev.semel.app.edge;

import dev.semel.problem.ProblemMapper;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import java.security.SecureRandom;
import org.jboss.logging.MDC;

/**
 * Gives every request an id. It runs before routing, so that health, pages and answers to unknown
 * paths carry the id too. Behind it the request's own header holds the id, and log lines have it as
 * {@code request_id}.
 */
final class RequestIdFilter {

  /** The name in log lines. */
  static final String LOG_KEY = "request_id";

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
    context.next();
  }
}
