// The digest by which contents are known again.
package dev.semel.domain;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, which every Java platform has. */
public final class Sha256 {
  private Sha256() {}

  /** A digest to be fed piece by piece. */
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }

  /** The digest of a content, 32 bytes. */
  public static byte[] of(byte[] content) {
    return digest().digest(content);
  }

  /** The digest of a text in UTF-8, 32 bytes. */
  public static byte[] of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The digest of a content, in hexadecimal digits. */
  public static String hexOf(byte[] content) {
    return HexFormat.of().formatHex(of(content));
  }
}
