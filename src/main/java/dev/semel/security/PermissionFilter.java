// Lets a request through when its credential may do what it asks.
package dev.semel.security;

import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.ext.Provider;

/** Asks for the operation's permission, before anything of the request is read. */
@Provider
@RequiresPermission(Permission.PAYOUTS_READ)
@Priority(Priorities.AUTHORIZATION)
public class PermissionFilter implements ContainerRequestFilter {

  @Context ResourceInfo resource;

  @Override
  public void filter(ContainerRequestContext request) {
    Permission needed =
        resource.getResourceMethod().getAnnotation(RequiresPermission.class).value();
    if (!Caller.of(request).may(needed)) {
      throw new ProblemException(
          ProblemType.PERMISSION_DENIED,
          "This credential lacks the permission '" + needed.wireName() + "'. Use one that has it.");
    }
  }
}
