// A run that can't go on.
package dev.semel.app.chaos.processes;

/** A run that can't go on; the message says why, for the person who started it. */
final class RunException extends RuntimeException {
  RunException(String message) {
    super(message);
  }

  RunException(String message, Throwable cause) {
    super(message, cause);
  }
}
