// A path that can name nothing is answered like one that names nothing.
package dev.semel.app.edge;

import dev.semel.problem.ProblemException;
import io.vertx.core.http.HttpServerRequest;
import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.ext.Provider;
import java.util.Collection;

/**
 * Answers 404 where a part of the path holds a NUL: no id has one, and the database takes it for an
 * error instead of looking. So it does where a path is spelled in another way than the contract has
 * it, as in {@code /v1/payouts/} or {@code /v1/payouts;a=b}. It runs after authentication, so that
 * strangers learn nothing, and before whatever else judges a request.
 */
@Provider
@Priority(Priorities.USER - 1)
public final class UnkeepablePathFilter implements ContainerRequestFilter {

  /** What partners were given once is taken as they write it: a message must not be lost. */
  private static final String WEBHOOKS = "/webhooks/";

  private final HttpServerRequest raw;

  UnkeepablePathFilter(HttpServerRequest raw) {
    this.raw = raw;
  }

  @Override
  public void filter(ContainerRequestContext request) {
    boolean holdsNul =
        request.getUriInfo().getPathParameters().values().stream()
            .flatMap(Collection::stream)
            .anyMatch(part -> part.indexOf('\0') >= 0);
    if (holdsNul || isSpelledOtherwise(raw.path())) {
      throw ProblemException.notFound();
    }
  }

  /** Empty segments and parameters of segments would be ignored, as if they were not there. */
  private static boolean isSpelledOtherwise(String path) {
    return !path.replaceFirst("^/+", "/").startsWith(WEBHOOKS)
        && (path.indexOf(';') >= 0 || path.contains("//") || path.endsWith("/"));
  }
}
