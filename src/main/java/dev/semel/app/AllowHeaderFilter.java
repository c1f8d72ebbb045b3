// A 405 has to say what would have been allowed; the REST layer does not.
package dev.semel.app;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.Provider;

/** Adds Allow to answers with status 405 (RFC 9110, section 15.5.6), from the contract. */
@Provider
public final class AllowHeaderFilter implements ContainerResponseFilter {

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    if (response.getStatus() == Response.Status.METHOD_NOT_ALLOWED.getStatusCode()
        && !response.getHeaders().containsKey(HttpHeaders.ALLOW)) {
      Contract.METHODS
          .of(request.getUriInfo().getRequestUri().getRawPath())
          .ifPresent(methods -> response.getHeaders().putSingle(HttpHeaders.ALLOW, methods));
    }
  }

  /** Made for the first 405: parsing the contract would slow the start. */
  private static final class Contract {
    static final AllowedMethods METHODS = new AllowedMethods(ContractFile.tree());
  }
}
