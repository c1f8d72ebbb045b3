package dev.semel.provider.file;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The beginning of a SHA-256, by which people and nodes tell one content from another. */
public final class Fingerprint {
  private static final int SHOWN = 16;

  private Fingerprint() {}

  /** The fingerprint of a content, in hexadecimal digits. */
  public static String of(byte[] content) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
      return HexFormat.of().formatHex(hash).substring(0, SHOWN);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
