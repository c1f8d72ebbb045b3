// The key by which a partner's SFTP server is known.
package dev.semel.provider;

import dev.semel.domain.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.util.Base64;
import java.util.Optional;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.digest.BuiltinDigests;

/**
 * The key by which a partner's SFTP server is known, written as {@code ssh-keygen} and {@code
 * ssh-keyscan} show it.
 *
 * @param fingerprint the key's SHA-256: {@code SHA256:} and base64 without padding
 * @param keyType the type of the key, such as {@code ssh-ed25519}, where it is known
 */
public record HostKeyPin(String fingerprint, Optional<String> keyType) {
  private static final String SHA256 = "SHA256:";
  private static final int DIGEST_BYTES = 32;
  private static final int ED25519_BYTES = 32;

  /** 2048 bits. */
  private static final int LEAST_RSA_BYTES = 255;

  /**
   * Reads a pin.
   *
   * @param text a fingerprint ({@code SHA256:…}), or a public key ({@code ssh-ed25519 AAAA…}, a
   *     comment may follow)
   * @throws IllegalArgumentException when it is neither; the message is a sentence. Nothing is
   *     taken for "any key"
   */
  public static HostKeyPin parse(String text) {
    String written = text.strip();
    try {
      return written.startsWith(SHA256)
          ? new HostKeyPin(fingerprint(written), Optional.empty())
          : ofKey(written);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          "A host key is written as SHA256: and the base64 of its digest, or as the public key with"
              + " its type before it (ssh-ed25519 AAAA…); this is neither.",
          e);
    }
  }

  private static String fingerprint(String written) {
    byte[] digest = Base64.getDecoder().decode(written.substring(SHA256.length()));
    if (digest.length != DIGEST_BYTES) {
      throw new IllegalArgumentException("a SHA-256 has 32 bytes");
    }
    return SHA256 + Base64.getEncoder().withoutPadding().encodeToString(digest);
  }

  private static HostKeyPin ofKey(String written) {
    String[] words = written.split("\\s+", -1);
    byte[] key = Base64.getDecoder().decode(words[1]);
    Blob blob = new Blob(ByteBuffer.wrap(key));
    String type = blob.text();
    if (!type.equals(words[0]) || !isKey(type, blob)) {
      throw new IllegalArgumentException("this is no key of the type that it says");
    }
    return new HostKeyPin(
        SHA256 + Base64.getEncoder().withoutPadding().encodeToString(Sha256.of(key)),
        Optional.of(type));
  }

  /** Whether the rest of a blob is what a key of its type has (RFC 4253, 5656 and 8709). */
  private static boolean isKey(String type, Blob blob) {
    boolean parts =
        switch (type) {
          case "ssh-ed25519" -> blob.part().length == ED25519_BYTES;
          case "ssh-rsa" -> blob.part().length > 0 && blob.part().length > LEAST_RSA_BYTES;
          case "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521" ->
              type.endsWith(blob.text()) && blob.part().length > ED25519_BYTES;
          default -> false;
        };
    return parts && blob.isAtItsEnd();
  }

  /** The parts of a key, each with its length before it. */
  private record Blob(ByteBuffer bytes) {
    byte[] part() {
      byte[] part = new byte[Math.min(bytes.getInt(), bytes.remaining())];
      bytes.get(part);
      return part;
    }

    String text() {
      return new String(part(), StandardCharsets.US_ASCII);
    }

    boolean isAtItsEnd() {
      return !bytes.hasRemaining();
    }
  }

  /** Whether this is the pin of a key. */
  public boolean fits(PublicKey key) {
    return fingerprint.equals(fingerprintOf(key));
  }

  /** The fingerprint of a key, as a pin has it. */
  public static String fingerprintOf(PublicKey key) {
    return KeyUtils.getFingerPrint(BuiltinDigests.sha256, key);
  }
}
