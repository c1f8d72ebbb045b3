package dev.semel.provider;

/**
 * A provider's message or report is not what its file promises. The message says where and what,
 * and quotes no account number.
 */
public final class UnreadableMessageException extends Exception {
  private static final long serialVersionUID = 1L;

  public UnreadableMessageException(String message) {
    super(message);
  }
}
