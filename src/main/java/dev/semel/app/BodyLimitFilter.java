// Stops reading a body that is larger than its operation takes.
package dev.semel.app;

import dev.semel.json.StrictJson;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.ext.Provider;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;

/**
 * Stops reading a body that is larger than its operation takes. One that says so is refused before
 * ({@link RequestIdFilter}); this is for bodies that come in pieces and don't say how long they
 * are.
 */
@Provider
public final class BodyLimitFilter implements ContainerRequestFilter {
  private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD", "OPTIONS");

  @Override
  public void filter(ContainerRequestContext request) {
    if (!WITHOUT_BODY.contains(request.getMethod())) {
      long most = BodyLimits.of(request.getUriInfo().getRequestUri().getRawPath());
      request.setEntityStream(new Limited(request.getEntityStream(), most));
    }
  }

  private static final class Limited extends FilterInputStream {
    private final long most;
    private long read;

    Limited(InputStream body, long most) {
      super(body);
      this.most = most;
    }

    @Override
    public int read() throws IOException {
      int next = super.read();
      count(next < 0 ? 0 : 1);
      return next;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int more = super.read(into, offset, length);
      count(Math.max(0, more));
      return more;
    }

    private void count(int more) {
      read += more;
      if (read > most) {
        // The rest is not read, so nothing else can follow on this connection.
        throw StrictJson.tooLarge(most).withHeader("Connection", "close");
      }
    }
  }
}
