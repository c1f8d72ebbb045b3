// What stops a demonstration, in a sentence for whoever started it.
package dev.semel.app.demo;

/** Stops the demonstration; its message says what is wrong and what to do. */
final class DemoException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DemoException(String message) {
    super(message);
  }

  DemoException(String message, Throwable cause) {
    super(message, cause);
  }
}
