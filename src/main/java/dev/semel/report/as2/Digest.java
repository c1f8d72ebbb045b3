// The digests that receipts carry.
package dev.semel.report.as2;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;

/** The digests that receipts carry, under whichever spelling the sender uses. */
enum Digest {
  SHA_1("SHA-1", "1.3.14.3.2.26"),
  SHA_256("SHA-256", "2.16.840.1.101.3.4.2.1"),
  SHA_384("SHA-384", "2.16.840.1.101.3.4.2.2"),
  SHA_512("SHA-512", "2.16.840.1.101.3.4.2.3");

  private final String javaName;
  private final String oid;

  Digest(String javaName, String oid) {
    this.javaName = javaName;
    this.oid = oid;
  }

  /** By its name, such as {@code sha256}, {@code SHA-256} or {@code rsa-sha256}. */
  static Optional<Digest> named(String name) {
    String plain = plain(name).replaceFirst("^rsa", "");
    for (Digest digest : values()) {
      if (plain(digest.javaName).equals(plain)) {
        return Optional.of(digest);
      }
    }
    return Optional.empty();
  }

  private static String plain(String name) {
    return name.strip().toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
  }

  /** By its object identifier in a signature. */
  static Optional<Digest> identified(String oid) {
    for (Digest digest : values()) {
      if (digest.oid.equals(oid)) {
        return Optional.of(digest);
      }
    }
    return Optional.empty();
  }

  /** Its name where the sender has not said how it spells it. */
  String usualName() {
    return javaName.toLowerCase(Locale.ROOT);
  }

  /** The digest of a content in base64. */
  String of(byte[] content) {
    try {
      return Base64.getEncoder()
          .encodeToString(MessageDigest.getInstance(javaName).digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has " + javaName, e);
    }
  }
}
