// Seals with keys of a test's own.
package dev.semel.security;

/** Seals with keys of a test's own, for tests of other packages. */
public final class Seals {
  private Seals() {}

  /** A seal with these keys alone, as they are configured: the first seals, all of them open. */
  public static SecretSeal with(String keys) {
    return new SecretSeal(new EncryptionKeys(EncryptionKeys.parse(keys)));
  }
}
