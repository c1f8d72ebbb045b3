// Keeps each credential within its limit, and tells it where it stands.
package dev.semel.security;

import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import jakarta.annotation.Priority;
import jakarta.enterprise.inject.Instance;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;
import java.util.Optional;

/**
 * Counts a request as soon as it is known whose it is, before its permission and its body are
 * looked at: one that is refused here has touched nothing, and its key is free. Every answer to a
 * credential says where it stands, in the fields of draft-ietf-httpapi-ratelimit-headers.
 */
@Provider
@RequiresPermission(Permission.PAYOUTS_READ)
@Priority(Priorities.AUTHENTICATION + 1)
public class RateLimitFilter implements ContainerRequestFilter, ContainerResponseFilter {
  /** What the answer says is left. */
  static final String RATE_LIMIT = "RateLimit";

  /** What the answer says the limit is. */
  static final String RATE_LIMIT_POLICY = "RateLimit-Policy";

  private static final String STANDING = RateLimits.Standing.class.getName();
  private static final String NAME = "\"credential\"";

  /** Asked for with each request: filters are made before the configuration can be read. */
  private final Instance<RateLimits> limits;

  RateLimitFilter(Instance<RateLimits> limits) {
    this.limits = limits;
  }

  @Override
  public void filter(ContainerRequestContext request) {
    Optional<RateLimits.Standing> standing = limits.get().spend(Caller.of(request).credentialId());
    standing.ifPresent(known -> request.setProperty(STANDING, known));
    if (standing.isPresent() && !standing.get().allowed()) {
      throw new ProblemException(
              ProblemType.RATE_LIMITED,
              "This credential sends more requests than it may. Wait for the seconds in"
                  + " Retry-After, then send the same request again; its Idempotency-Key is free.")
          .withHeader(HttpHeaders.RETRY_AFTER, Long.toString(standing.get().retrySeconds()));
    }
  }

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    if (request.getProperty(STANDING) instanceof RateLimits.Standing standing) {
      RateLimits known = limits.get();
      response
          .getHeaders()
          .putSingle(
              RATE_LIMIT, NAME + ";r=" + standing.remaining() + ";t=" + standing.resetSeconds());
      response
          .getHeaders()
          .putSingle(
              RATE_LIMIT_POLICY, NAME + ";q=" + known.burst() + ";w=" + known.windowSeconds());
    }
  }
}
