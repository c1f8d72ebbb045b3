// Seals secrets that have to be read again.
package dev.semel.security;

import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Seals secrets that have to be read again, with AES-256-GCM under a random nonce. A sealed text
 * names its key ({@code <key id>.<base64 of nonce, ciphertext and tag>}) and opens only for the
 * purpose and in the row that it was sealed for: in another row it is a damaged one.
 */
@Singleton
public final class SecretSeal {
  private static final String CIPHER = "AES/GCM/NoPadding";
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private final EncryptionKeys keys;
  private final SecureRandom random = new SecureRandom();

  SecretSeal(EncryptionKeys keys) {
    this.keys = keys;
  }

  /**
   * What a secret is sealed for.
   *
   * @param purpose the table and column
   * @param rowId the id of the row
   */
  public record Place(String purpose, String rowId) {
    private byte[] bytes() {
      return (purpose + "\n" + rowId).getBytes(StandardCharsets.UTF_8);
    }
  }

  /** Seals a secret with the first key. */
  public String seal(Place place, byte[] secret) {
    EncryptionKey key = keys.first();
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    try {
      byte[] sealed = cipher(Cipher.ENCRYPT_MODE, key, nonce, place).doFinal(secret);
      byte[] whole = Arrays.copyOf(nonce, NONCE_BYTES + sealed.length);
      System.arraycopy(sealed, 0, whole, NONCE_BYTES, sealed.length);
      return key.id() + "." + Base64.getEncoder().encodeToString(whole);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java platform has " + CIPHER, impossible);
    }
  }

  /**
   * Opens a sealed secret.
   *
   * @throws UnreadableException when this server has not the key that sealed it, or it is damaged,
   *     or was sealed for another place
   */
  public byte[] open(Place place, String sealed) {
    String id = keyId(sealed);
    EncryptionKey key = keys.find(id).orElseThrow(() -> UnreadableException.unknownKey(place, id));
    try {
      byte[] whole = Base64.getDecoder().decode(sealed.substring(id.length() + 1));
      byte[] nonce = Arrays.copyOf(whole, NONCE_BYTES);
      return cipher(Cipher.DECRYPT_MODE, key, nonce, place)
          .doFinal(whole, NONCE_BYTES, whole.length - NONCE_BYTES);
    } catch (AEADBadTagException | IllegalArgumentException damaged) {
      throw new UnreadableException(place, "is damaged or was sealed for another row");
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java platform has " + CIPHER, impossible);
    }
  }

  /** The id of the key that seals now, with which its sealed texts begin. */
  public String firstKeyId() {
    return keys.first().id();
  }

  private static String keyId(String sealed) {
    return sealed.substring(0, Math.max(0, sealed.indexOf('.')));
  }

  private static Cipher cipher(int mode, EncryptionKey key, byte[] nonce, Place place)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(CIPHER);
    cipher.init(mode, key.secretKey(), new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(place.bytes());
    return cipher;
  }

  /** A sealed text that can't be opened. */
  public static final class UnreadableException extends RuntimeException {
    private UnreadableException(Place place, String why) {
      super("The " + place.purpose() + " of " + place.rowId() + " " + why);
    }

    private static UnreadableException unknownKey(Place place, String keyId) {
      return new UnreadableException(
          place,
          "is sealed with the key "
              + keyId
              + ", which this server has not: put that key back into SEMEL_ENCRYPTION_KEYS, behind the first");
    }
  }
}
