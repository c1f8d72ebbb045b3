// The pages that a problem's `type` leads to, rendered from the enum.
package dev.semel.problem;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/** Explains every problem type: HTML for people, JSON for their tools. Needs no credential. */
@Singleton
@Path("/problems")
public final class ProblemTypeResource {

  private static final String HTML = "text/html;charset=UTF-8";

  private final ProblemExamples examples;

  ProblemTypeResource(ProblemExamples examples) {
    this.examples = examples;
  }

  @GET
  @Produces({MediaType.TEXT_HTML, MediaType.APPLICATION_JSON})
  public Response all(@Context HttpHeaders headers) {
    if (wantsHtml(headers)) {
      return Response.ok(ProblemPages.list(), HTML).build();
    }
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ArrayNode data = json.putArray("data");
    for (ProblemType type : ProblemType.values()) {
      data.add(json(type));
    }
    json.putNull("next_cursor");
    return Response.ok(json.toString(), MediaType.APPLICATION_JSON).build();
  }

  @GET
  @Path("/{slug}")
  @Produces({MediaType.TEXT_HTML, MediaType.APPLICATION_JSON})
  public Response one(@PathParam("slug") String slug, @Context HttpHeaders headers) {
    ProblemType type =
        ProblemType.of(slug)
            .orElseThrow(
                () ->
                    new ProblemException(
                        ProblemType.NOT_FOUND,
                        "There is no problem type of this name. See /problems for all of them."));
    return wantsHtml(headers)
        ? Response.ok(ProblemPages.page(type, examples.of(type)), HTML).build()
        : Response.ok(json(type).toString(), MediaType.APPLICATION_JSON).build();
  }

  /** The first acceptable type that we have decides; a wildcard means a page. */
  private static boolean wantsHtml(HttpHeaders headers) {
    for (MediaType accepted : headers.getAcceptableMediaTypes()) {
      if (accepted.isCompatible(MediaType.TEXT_HTML_TYPE)) {
        return true;
      }
      if (accepted.isCompatible(MediaType.APPLICATION_JSON_TYPE)) {
        return false;
      }
    }
    return true;
  }

  private ObjectNode json(ProblemType type) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("type", type.path())
        .put("slug", type.slug())
        .put("status", type.status())
        .put("title", type.title())
        .put("meaning", type.meaning())
        .put("advice", type.advice())
        .put("retry", type.retry().wireName())
        .set("example", examples.of(type));
    return json;
  }
}
