// A message that is not taken, and what its receipt says.
package dev.semel.report.as2;

import org.jspecify.annotations.Nullable;

/** A message that is not taken, and what its receipt says. */
final class As2RefusalException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  /** Why, in the words of RFC 4130 and 5402. */
  enum Reason {
    AUTHENTICATION_FAILED("processed/error: authentication-failed"),
    DECRYPTION_FAILED("processed/error: decryption-failed"),
    DECOMPRESSION_FAILED("processed/error: decompression-failed"),
    INTEGRITY_CHECK_FAILED("processed/error: integrity-check-failed"),
    INSUFFICIENT_SECURITY("processed/error: insufficient-message-security"),
    UNEXPECTED("processed/error: unexpected-processing-error"),
    UNSUPPORTED_FORMAT("failed/failure: unsupported format"),
    UNSUPPORTED_MIC("failed/failure: unsupported MIC-algorithms");

    private final String disposition;

    Reason(String disposition) {
      this.disposition = disposition;
    }

    /** The disposition of the receipt. */
    String disposition() {
      return disposition;
    }
  }

  As2RefusalException(Reason reason, String sentence, @Nullable Throwable cause) {
    super(sentence, cause);
    this.reason = reason;
  }

  As2RefusalException(Reason reason, String sentence) {
    this(reason, sentence, null);
  }

  Reason reason() {
    return reason;
  }

  /** A sentence for the sender, without anything of the message. */
  String sentence() {
    return String.valueOf(getMessage());
  }
}
