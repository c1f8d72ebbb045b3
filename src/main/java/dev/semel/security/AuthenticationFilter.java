// Lets a request through when its token is good.
package dev.semel.security;

import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;
import java.util.List;
import java.util.Optional;

/**
 * Authentication, before anything of the request is read; the limit and the permission come after
 * it. All failures of authentication look alike.
 */
@Provider
@RequiresPermission(Permission.PAYOUTS_READ)
@Priority(Priorities.AUTHENTICATION)
public class AuthenticationFilter implements ContainerRequestFilter {
  private static final String SCHEME = "Bearer ";

  private final Authenticate authenticate;

  AuthenticationFilter(Authenticate authenticate) {
    this.authenticate = authenticate;
  }

  @Override
  public void filter(ContainerRequestContext request) {
    Caller caller =
        tokenOf(request)
            .flatMap(authenticate::caller)
            .orElseThrow(
                () ->
                    new ProblemException(
                            ProblemType.AUTHENTICATION_REQUIRED,
                            "Send a valid token as 'Authorization: Bearer sm_…'.")
                        .withHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"semel\""));
    caller.attachTo(request);
  }

  private static Optional<Token> tokenOf(ContainerRequestContext request) {
    List<String> headers = request.getHeaders().getOrDefault(HttpHeaders.AUTHORIZATION, List.of());
    if (headers.size() != 1
        || !headers.getFirst().regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return Optional.empty();
    }
    return Token.parse(headers.getFirst().substring(SCHEME.length()).strip());
  }
}
