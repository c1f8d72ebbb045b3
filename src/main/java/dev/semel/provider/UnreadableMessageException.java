package dev.semel.provider;

/**
 * A provider's message or report is not what its file promises. The message says where and what,
 * and quotes no account number.
 */
public sealed class UnreadableMessageException extends Exception
    permits NoSuchDayException, ReportRefusedException {
  private static final long serialVersionUID = 1L;

  public UnreadableMessageException(String message) {
    super(message);
  }
}
