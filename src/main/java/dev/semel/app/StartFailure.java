// Why the server does not start, in words for who starts it.
package dev.semel.app;

import java.net.BindException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Why the server does not start, in words for who starts it: no stack, and what to do. */
final class StartFailure {
  private StartFailure() {}

  /**
   * What to print of a failed start.
   *
   * @param failure what ended it
   */
  static String sentence(Throwable failure) {
    List<Throwable> chain = chain(failure);
    if (chain.stream().anyMatch(StartFailure::isTakenPort)) {
      return "A port is taken or can't be used ("
          + words(chain)
          + "): end what uses it, or set SEMEL_HTTP_PORT and SEMEL_MANAGEMENT_PORT to others.";
    }
    if (chain.stream().anyMatch(SQLException.class::isInstance)) {
      return "The server does not start because of its database ("
          + words(chain)
          + "): check that it runs, and SEMEL_DB_URL, SEMEL_DB_USER and SEMEL_DB_PASSWORD.";
    }
    return "The server does not start: " + words(chain);
  }

  private static boolean isTakenPort(Throwable thrown) {
    // Quarkus has a bind exception of its own, which is not public.
    return thrown instanceof BindException
        || thrown.getClass().getSimpleName().endsWith("BindException");
  }

  /** The words of the cause that names a variable of ours, else of the deepest that says any. */
  private static String words(List<Throwable> chain) {
    String words = chain.getFirst().getClass().getSimpleName();
    for (Throwable cause : chain) {
      @Nullable String said = cause.getMessage();
      if (said != null && said.contains("SEMEL_")) {
        return said.strip();
      }
      if (said != null && !said.isBlank()) {
        words = said.strip();
      }
    }
    return words;
  }

  private static List<Throwable> chain(Throwable failure) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    List<Throwable> chain = new ArrayList<>();
    for (@Nullable Throwable at = failure; at != null && seen.add(at); at = at.getCause()) {
      chain.add(at);
    }
    return chain;
  }
}
