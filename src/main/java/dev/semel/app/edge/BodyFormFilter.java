// Takes a body only in the form in which the operation reads it.
package dev.semel.app.edge;

import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import dev.semel.security.Permission;
import dev.semel.security.RequiresPermission;
import jakarta.annotation.Priority;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Provider;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a body that is compressed, that does not say what it is, or that says it in a way that
 * leaves doubt: no or several Content-Types, another one than the operation takes, another charset
 * than UTF-8. It runs after authentication and permission, and reads nothing of the body.
 */
@Provider
@RequiresPermission(Permission.PAYOUTS_READ)
@Priority(Priorities.ENTITY_CODER)
public class BodyFormFilter implements ContainerRequestFilter {

  private static final String CHARSET = MediaType.CHARSET_PARAMETER;

  @Context ResourceInfo resource;

  @Override
  public void filter(ContainerRequestContext request) {
    Function<String, List<String>> headers =
        name -> request.getHeaders().getOrDefault(name, List.of());
    ContentCodings.fault(headers)
        .ifPresent(
            problem -> {
              throw problem;
            });
    if (ContentCodings.hasBody(headers) && !request.getMethod().equals(HttpMethod.GET)) {
      check(headers.apply(HttpHeaders.CONTENT_TYPE), taken());
    }
  }

  private static void check(List<String> sent, List<String> taken) {
    @Nullable MediaType type = sent.size() == 1 ? parse(sent.getFirst()) : null;
    if (taken.contains(MediaType.WILDCARD)) {
      return;
    }
    if (type == null
        || taken.stream()
            .noneMatch(one -> one.equalsIgnoreCase(type.getType() + "/" + type.getSubtype()))) {
      throw unsupported("Send the body with one Content-Type, " + String.join(" or ", taken) + ".");
    }
    @Nullable String charset = type.getParameters().get(CHARSET);
    if (charset != null && !charset.equalsIgnoreCase("utf-8")) {
      throw unsupported("Send the body in UTF-8, and say so or say nothing of a charset.");
    }
  }

  /** What the operation reads, as its resource declares it. */
  private List<String> taken() {
    @Nullable Consumes own = resource.getResourceMethod().getAnnotation(Consumes.class);
    @Nullable Consumes all = resource.getResourceClass().getAnnotation(Consumes.class);
    @Nullable Consumes declared = own == null ? all : own;
    return declared == null ? List.of(MediaType.APPLICATION_JSON) : Arrays.asList(declared.value());
  }

  private static @Nullable MediaType parse(String text) {
    try {
      return MediaType.valueOf(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static ProblemException unsupported(String detail) {
    return new ProblemException(ProblemType.UNSUPPORTED_MEDIA_TYPE, detail);
  }
}
