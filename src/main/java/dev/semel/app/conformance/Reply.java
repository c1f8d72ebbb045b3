package dev.semel.app.conformance;

import java.util.Map;
import java.util.Optional;

/**
 * What the server does with a request.
 *
 * @param manner how it ends
 * @param status of the answer, where there is one
 * @param first what is done before the answer is written
 */
record Reply(
    Manner manner, int status, Map<String, String> headers, byte[] body, Optional<Runnable> first) {
  Reply {
    headers = Map.copyOf(headers);
  }

  /** How a request ends. */
  enum Manner {
    /** With an answer. */
    ANSWER,
    /** No answer ever comes. */
    SILENCE,
    /** The connection is reset. */
    RESET
  }

  static Reply answer(int status, Map<String, String> headers, byte[] body) {
    return new Reply(Manner.ANSWER, status, headers, body, Optional.empty());
  }

  static Reply none(Manner manner) {
    return new Reply(manner, 0, Map.of(), new byte[0], Optional.empty());
  }

  Reply after(Runnable work) {
    return new Reply(manner, status, headers, body, Optional.of(work));
  }
}
