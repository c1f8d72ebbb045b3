package dev.semel.provider;

/** A date is written well, and the calendar has no such day: the thirtieth of February. */
public final class NoSuchDayException extends UnreadableMessageException {
  private static final long serialVersionUID = 1L;

  public NoSuchDayException(String message) {
    super(message);
  }
}
