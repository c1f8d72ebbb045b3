// Serves the contract that the server was built with.
package dev.semel.app;

import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.CacheControl;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;

/** The contract: YAML unless JSON is asked for. Needs no credential and may be cached. */
@Singleton
@Path("/")
public final class ContractResource {

  private static final String YAML = "application/yaml";
  private static final MediaType YAML_TYPE = MediaType.valueOf(YAML);
  private static final int KEPT_SECONDS = 300;

  @GET
  @Path("openapi")
  @Produces({YAML, MediaType.APPLICATION_JSON})
  public Response negotiated(@Context HttpHeaders headers, @Context Request request) {
    for (MediaType accepted : headers.getAcceptableMediaTypes()) {
      if (accepted.isCompatible(YAML_TYPE)) {
        return answer(request, ContractFile.yaml(), YAML);
      }
      if (accepted.isCompatible(MediaType.APPLICATION_JSON_TYPE)) {
        return answer(request, ContractFile.json(), MediaType.APPLICATION_JSON);
      }
    }
    return answer(request, ContractFile.yaml(), YAML);
  }

  @GET
  @Path("openapi.json")
  @Produces(MediaType.APPLICATION_JSON)
  public Response json(@Context Request request) {
    return answer(request, ContractFile.json(), MediaType.APPLICATION_JSON);
  }

  private static Response answer(Request request, ContractFile file, String type) {
    EntityTag tag = new EntityTag(file.tag());
    Response.ResponseBuilder unchanged = request.evaluatePreconditions(tag);
    Response.ResponseBuilder response =
        unchanged == null ? Response.ok(file.content(), type) : unchanged;
    CacheControl cache = new CacheControl();
    cache.setMaxAge(KEPT_SECONDS);
    return response
        .tag(tag)
        .cacheControl(cache)
        .header(HttpHeaders.VARY, HttpHeaders.ACCEPT)
        .build();
  }
}
