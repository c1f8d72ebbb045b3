package dev.semel.provider.file;

/**
 * A request that can't be made from the values at hand: one is missing, or can't stand in its
 * place.
 */
public final class RenderingException extends Exception {
  private static final long serialVersionUID = 1L;

  public RenderingException(String message) {
    super(message);
  }
}
