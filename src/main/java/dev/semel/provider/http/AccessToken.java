package dev.semel.provider.http;

/** A token that a partner gave us. Two are the same only when one call brought them. */
final class AccessToken {
  private final String value;

  AccessToken(String value) {
    this.value = value;
  }

  String value() {
    return value;
  }

  /** Says nothing: it is a secret. */
  @Override
  public String toString() {
    return "AccessToken";
  }
}
