package dev.semel.provider.http;

import java.util.List;
import java.util.Map;

/** How far one exchange came. */
sealed interface Transfer {
  /** No connection was ours: nothing was written. */
  record NotConnected(String reason) implements Transfer {}

  /** A connection was ours, and the request was no longer to be written: nothing was. */
  record Withheld(String reason) implements Transfer {}

  /** The request was handed to a connection, and no complete answer came. */
  record NoAnswer(String reason) implements Transfer {}

  /**
   * A complete answer came.
   *
   * @param status the HTTP status
   * @param headers its headers, names in lower case
   * @param body its body
   * @param endMarked whether the answer itself told where its body ends; else it ended with the
   *     connection, and nothing says that it is whole
   */
  record Answered(int status, Map<String, List<String>> headers, byte[] body, boolean endMarked)
      implements Transfer {}
}
