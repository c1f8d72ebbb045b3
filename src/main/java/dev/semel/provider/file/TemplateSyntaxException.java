package dev.semel.provider.file;

/** A template that can't be read. The message is a sentence that says what to do. */
final class TemplateSyntaxException extends Exception {
  private static final long serialVersionUID = 1L;

  TemplateSyntaxException(String message) {
    super(message);
  }
}
