// A key that seals secrets.
package dev.semel.security;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** A key for AES-256, and the short name by which sealed texts say that it opens them. */
final class EncryptionKey {
  /** How many bytes a key has. */
  static final int BYTES = 32;

  private static final int ID_BYTES = 4;

  private final String id;
  private final SecretKey key;

  private EncryptionKey(byte[] key) {
    this.id = HexFormat.of().formatHex(Arrays.copyOf(sha256(key), ID_BYTES));
    this.key = new SecretKeySpec(key, "AES");
  }

  /** A key of its 32 bytes. */
  static EncryptionKey of(byte[] key) {
    if (key.length != BYTES) {
      throw new IllegalArgumentException("a key has " + BYTES + " bytes");
    }
    return new EncryptionKey(key);
  }

  /** A key of its base64 form, or empty when that is not one of 32 bytes. */
  static Optional<EncryptionKey> parse(String base64) {
    try {
      byte[] bytes = Base64.getDecoder().decode(base64);
      return bytes.length == BYTES ? Optional.of(new EncryptionKey(bytes)) : Optional.empty();
    } catch (IllegalArgumentException notBase64) {
      return Optional.empty();
    }
  }

  /** The beginning of the key's SHA-256: it names the key and says nothing of use about it. */
  String id() {
    return id;
  }

  SecretKey secretKey() {
    return key;
  }

  /** Names the key and hides it. */
  @Override
  public String toString() {
    return "encryption key " + id;
  }

  private static byte[] sha256(byte[] key) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(key);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }
}
