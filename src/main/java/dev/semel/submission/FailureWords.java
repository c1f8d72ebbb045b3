// What may be told of a failure.
package dev.semel.submission;

import dev.semel.db.SqlStates;
import dev.semel.json.Shortened;
import java.util.Arrays;

/**
 * What may be told of a failure: its kind and where it happened, never its own words, since those
 * may quote an account number, a secret or a partner's answer.
 *
 * @param error the kind, such as {@code IllegalStateException}
 * @param message a sentence for people
 */
record FailureWords(String error, String message) {
  private static final String OURS = "dev.semel.";
  private static final int LONGEST_ERROR = 200;
  private static final int LONGEST_MESSAGE = 500;

  static FailureWords of(Throwable failure) {
    Throwable cause = deepest(failure);
    String error = cause.getClass().getSimpleName();
    String said =
        SqlStates.of(failure)
            .map(state -> "the database answered with SQLSTATE " + state)
            .orElse("it ended with " + error);
    return new FailureWords(
        Shortened.to(error.isEmpty() ? "Throwable" : error, LONGEST_ERROR),
        Shortened.to(said + place(cause) + place(failure, cause), LONGEST_MESSAGE));
  }

  /** Causes may lead in a circle. */
  private static Throwable deepest(Throwable failure) {
    Throwable at = failure;
    for (int i = 0; i < 20 && at.getCause() != null; i++) {
      at = at.getCause();
    }
    return at;
  }

  private static String place(Throwable failure, Throwable cause) {
    return place(cause).isEmpty() ? place(failure) : "";
  }

  private static String place(Throwable failure) {
    return Arrays.stream(failure.getStackTrace())
        .filter(frame -> frame.getClassName().startsWith(OURS))
        .findFirst()
        .map(
            frame ->
                " in "
                    + frame.getClassName().substring(frame.getClassName().lastIndexOf('.') + 1)
                    + "."
                    + frame.getMethodName())
        .orElse("");
  }
}
