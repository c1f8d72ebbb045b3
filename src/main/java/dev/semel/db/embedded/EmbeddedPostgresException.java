package dev.semel.db.embedded;

/**
 * The embedded PostgreSQL could not be prepared, started or stopped. The message is one sentence
 * for the person who started the server, and says what to do where anything can be done.
 */
public final class EmbeddedPostgresException extends RuntimeException {
  public EmbeddedPostgresException(String message) {
    super(message);
  }

  public EmbeddedPostgresException(String message, Throwable cause) {
    super(message, cause);
  }
}
