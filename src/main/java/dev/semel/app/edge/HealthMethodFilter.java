// Health is asked, not told.
package dev.semel.app.edge;

import dev.semel.problem.Problem;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemMapper;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import java.util.Set;

/** Refuses what is no question about health: the extension answers every method alike. */
final class HealthMethodFilter {
  private static final String HEALTH = "/health";
  private static final Set<HttpMethod> QUESTIONS = Set.of(HttpMethod.GET, HttpMethod.HEAD);
  private static final int AFTER_THE_REQUEST_ID = 900;

  void register(@Observes Filters filters) {
    filters.register(HealthMethodFilter::check, AFTER_THE_REQUEST_ID);
  }

  private static void check(RoutingContext context) {
    String path = context.request().path();
    if (!path.startsWith(HEALTH) || QUESTIONS.contains(context.request().method())) {
      context.next();
      return;
    }
    Problem problem =
        ProblemException.methodNotAllowed()
            .problem(path, context.request().getHeader(ProblemMapper.REQUEST_ID));
    context
        .response()
        .setStatusCode(problem.type().status())
        .putHeader(HttpHeaders.ALLOW, "GET")
        .putHeader(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE)
        .end(Buffer.buffer(problem.toBytes()));
  }
}
