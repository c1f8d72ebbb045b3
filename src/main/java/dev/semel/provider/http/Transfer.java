package dev.semel.provider.http;

import dev.semel.domain.RetryAfter;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How far one exchange came. */
sealed interface Transfer {
  /**
   * No connection was ours: nothing was written.
   *
   * @param patience there when a token was needed first, and the partner asked for patience
   */
  record NotConnected(String reason, Optional<RetryAfter> patience) implements Transfer {
    NotConnected(String reason) {
      this(reason, Optional.empty());
    }
  }

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
