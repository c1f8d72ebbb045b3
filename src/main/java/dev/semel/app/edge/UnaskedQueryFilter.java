// What changes something takes no query, and does not act as if one were not there.
package dev.semel.app.edge;

import dev.semel.problem.FieldError;
import dev.semel.problem.FieldErrorCode;
import dev.semel.problem.ProblemException;
import dev.semel.webhook.WebhookLogResource;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.ext.Provider;
import java.util.List;
import java.util.Set;

/**
 * Answers 422 where a request under {@code /v1} that changes something has a query: {@code
 * ?dry_run=true} must not pay. It runs after authentication. Lists read their queries themselves,
 * and so does what changes all of a span that its query names.
 */
@Provider
public final class UnaskedQueryFilter implements ContainerRequestFilter {

  private static final Set<String> READING =
      Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);
  private static final String API = "/v1/";

  @Override
  public void filter(ContainerRequestContext request) {
    String path = request.getUriInfo().getRequestUri().getRawPath();
    boolean changes = !READING.contains(request.getMethod()) && path.startsWith(API);
    if (!changes || path.equals(WebhookLogResource.REAPPLY)) {
      return;
    }
    List<FieldError> errors =
        request.getUriInfo().getQueryParameters().keySet().stream()
            .filter(name -> !name.isEmpty())
            .sorted()
            .map(
                name ->
                    FieldError.ofParameter(
                        name,
                        FieldErrorCode.UNKNOWN_MEMBER,
                        "This operation has no such parameter. Leave it out."))
            .toList();
    if (!errors.isEmpty()) {
      throw ProblemException.invalid(errors);
    }
  }
}
