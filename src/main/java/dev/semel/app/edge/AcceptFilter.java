// A type that the client ruled out is not sent.
package dev.semel.app.edge;

import dev.semel.problem.ProblemException;
import dev.semel.security.Permission;
import dev.semel.security.RequiresPermission;
import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Provider;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers 406 before anything is done when Accept rules out all that the operation answers with
 * ({@code q=0}), which the REST layer overlooks. It looks at no operation that names no types.
 */
@Provider
@RequiresPermission(Permission.PAYOUTS_READ)
@Priority(Priorities.HEADER_DECORATOR)
public class AcceptFilter implements ContainerRequestFilter {

  @Context ResourceInfo resource;

  @Override
  public void filter(ContainerRequestContext request) {
    List<MediaType> ranges = request.getAcceptableMediaTypes();
    List<MediaType> answered = answered();
    if (!answered.isEmpty() && answered.stream().noneMatch(type -> Acceptance.of(type, ranges))) {
      throw ProblemException.notAcceptable();
    }
  }

  private List<MediaType> answered() {
    @Nullable Produces own = resource.getResourceMethod().getAnnotation(Produces.class);
    @Nullable Produces all = resource.getResourceClass().getAnnotation(Produces.class);
    @Nullable Produces declared = own == null ? all : own;
    return declared == null
        ? List.of()
        : Arrays.stream(declared.value()).map(MediaType::valueOf).toList();
  }
}
