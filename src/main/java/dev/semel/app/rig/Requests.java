// Requests to a node's resources, without a network.
package dev.semel.app.rig;

import dev.semel.idempotency.IdempotencyKey;
import dev.semel.security.Caller;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MultivaluedHashMap;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.UriInfo;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.util.Map;

/** Makes what a resource sees of a request: who calls, where, and under which key. */
public final class Requests {
  private Requests() {}

  /** A request with a body, as an authenticated caller sends it. */
  public static ContainerRequestContext post(Caller caller, String path, String key) {
    MultivaluedMap<String, String> headers = new MultivaluedHashMap<>();
    headers.putSingle(IdempotencyKey.HEADER, key);
    UriInfo uri =
        proxy(
            UriInfo.class,
            (_, method, _) -> {
              if (method.getName().equals("getRequestUri")) {
                return URI.create("http://simulated" + path);
              }
              throw new UnsupportedOperationException(method.getName());
            });
    return proxy(
        ContainerRequestContext.class,
        (_, method, arguments) ->
            switch (method.getName()) {
              case "getProperty" -> arguments[0].equals(Caller.class.getName()) ? caller : null;
              case "getHeaders" -> headers;
              case "getHeaderString" -> headers.getFirst((String) arguments[0]);
              case "getMethod" -> "POST";
              case "getUriInfo" -> uri;
              default -> throw new UnsupportedOperationException(method.getName());
            });
  }

  /** The headers of a webhook. */
  public static HttpHeaders headers(Map<String, String> values) {
    MultivaluedMap<String, String> headers = new MultivaluedHashMap<>();
    values.forEach(headers::putSingle);
    return proxy(
        HttpHeaders.class,
        (_, method, _) -> {
          if (method.getName().equals("getRequestHeaders")) {
            return headers;
          }
          throw new UnsupportedOperationException(method.getName());
        });
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(Requests.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
