// A report could not be had.
package dev.semel.report.pickup;

import org.jspecify.annotations.Nullable;

/** A report could not be had. The message is a sentence for people, without secrets. */
final class TransferException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Kind kind;

  /** Why. */
  enum Kind {
    /** The server can't be reached, does not answer in time, or ended the connection. */
    UNREACHABLE(true),
    /** Other bytes came than the folder lists. */
    NOT_WHOLE(true),
    /** The server showed another key than it is known by; nothing was said to it. */
    HOST_KEY(false),
    /** The server does not let us in. */
    LOGIN(false),
    /** The server does not let us see a folder or a file, or it is not there. */
    FORBIDDEN(false),
    /** There is more than anybody reads. */
    TOO_LARGE(false);

    private final boolean passing;

    Kind(boolean passing) {
      this.passing = passing;
    }

    /** Whether trying again may help, though nobody does anything. */
    boolean isPassing() {
      return passing;
    }
  }

  TransferException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  TransferException(Kind kind, String message) {
    this(kind, message, null);
  }

  Kind kind() {
    return kind;
  }

  /** The message, which is always there. */
  String reason() {
    return String.valueOf(getMessage());
  }
}
