// Why an exchange failed, in words for people.
package dev.semel.provider.http;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.Locale;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Words for the failures of a transfer. They only explain: what a failure means follows from the
 * phase in which it happened, never from its class.
 */
final class Reasons {
  private Reasons() {}

  static String ofConnecting(@Nullable Throwable cause) {
    return switch (cause) {
      case UnknownHostException _ -> "the name was not found";
      case SSLException _ -> "the TLS handshake failed";
      case ConnectException e when String.valueOf(e.getMessage()).contains("timed out") ->
          "connecting took too long";
      case ConnectException _ -> "the connection was refused";
      case null -> "no connection came about";
      default -> "no connection came about (" + kind(cause) + ")";
    };
  }

  static String ofWaiting(@Nullable Throwable cause) {
    String name = cause == null ? "" : " (" + kind(cause) + ")";
    return "the connection ended before a complete answer" + name;
  }

  /** What kind of failure it is, in words: people read them, and no class has a name for people. */
  static String kind(Throwable failure) {
    return failure
        .getClass()
        .getSimpleName()
        .replaceFirst("(Exception|Error)$", "")
        .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
        .toLowerCase(Locale.ROOT);
  }
}
