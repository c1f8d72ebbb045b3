// A request that can't be understood.
package dev.semel.simulator;

/** Thrown where a request is read; its message is shown to the client. */
final class InvalidRequest extends RuntimeException {
  private static final long serialVersionUID = 1L;

  InvalidRequest(String message) {
    super(message);
  }
}
