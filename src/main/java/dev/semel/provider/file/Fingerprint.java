package dev.semel.provider.file;

import dev.semel.domain.Sha256;

/** The beginning of a SHA-256, by which people and nodes tell one content from another. */
public final class Fingerprint {
  private static final int SHOWN = 16;

  private Fingerprint() {}

  /** The fingerprint of a content, in hexadecimal digits. */
  public static String of(byte[] content) {
    return Sha256.hexOf(content).substring(0, SHOWN);
  }
}
