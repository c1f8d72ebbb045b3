// The keys under which messages are signed, as people write them down.
package dev.semel.provider.http;

import dev.semel.provider.file.WebhookTerms.Algorithm;
import dev.semel.provider.file.WebhookTerms.KeyForm;
import dev.semel.provider.file.WebhookTerms.Signed;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.cert.CertificateFactory;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.crypto.spec.SecretKeySpec;

/**
 * Reads secrets and public keys. A public key is a PEM of a key or of a certificate, with its line
 * breaks or with {@code \n} in their place, or the base64 in it alone; an Ed25519 key may also be
 * its 32 bytes in base64, after {@code whpk_} where that is there, or hexadecimal digits.
 */
final class SignatureKeys {
  private static final String WHSEC = "whsec_";
  private static final String WHPK = "whpk_";
  private static final int SHORTEST_RSA = 2048;
  private static final int ED25519_BYTES = 32;
  private static final byte[] ED25519_HEAD = HexFormat.of().parseHex("302a300506032b6570032100");
  private static final Pattern ARMOUR = Pattern.compile("-----(BEGIN|END) [A-Z ]+-----");
  private static final Pattern ED25519_HEX = Pattern.compile("[0-9a-fA-F]{64}");

  private SignatureKeys() {}

  /** The key; empty when the text is none that could have signed so. */
  static Optional<Key> parse(Signed how, String text) {
    try {
      return how.algorithm().shared()
          ? Optional.of(secret(how, text))
          : Optional.of(publicKey(how.algorithm(), withoutMark(text.strip())));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static String withoutMark(String key) {
    return key.startsWith(WHPK) ? key.substring(WHPK.length()) : key;
  }

  private static Key secret(Signed how, String text) {
    byte[] bytes =
        how.keyForm() == KeyForm.WHSEC
            ? Base64.getDecoder()
                .decode(text.startsWith(WHSEC) ? text.substring(WHSEC.length()) : text)
            : text.getBytes(StandardCharsets.UTF_8);
    return new SecretKeySpec(bytes, how.algorithm().javaName());
  }

  private static PublicKey publicKey(Algorithm algorithm, String text)
      throws GeneralSecurityException {
    if (text.contains("BEGIN CERTIFICATE")) {
      byte[] der = der(text);
      return fit(
          algorithm,
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(der))
              .getPublicKey());
    }
    byte[] der = ED25519_HEX.matcher(text).matches() ? HexFormat.of().parseHex(text) : der(text);
    boolean bare = algorithm == Algorithm.ED25519 && der.length == ED25519_BYTES;
    X509EncodedKeySpec spec = new X509EncodedKeySpec(bare ? withHead(der) : der);
    String kind = algorithm == Algorithm.ED25519 ? "Ed25519" : "RSA";
    return fit(algorithm, KeyFactory.getInstance(kind).generatePublic(spec));
  }

  private static byte[] der(String pem) {
    String base64 = ARMOUR.matcher(pem.replace("\\n", "")).replaceAll("");
    return Base64.getDecoder().decode(base64.replaceAll("\\s", ""));
  }

  private static byte[] withHead(byte[] bare) {
    byte[] whole = new byte[ED25519_HEAD.length + bare.length];
    System.arraycopy(ED25519_HEAD, 0, whole, 0, ED25519_HEAD.length);
    System.arraycopy(bare, 0, whole, ED25519_HEAD.length, bare.length);
    return whole;
  }

  private static PublicKey fit(Algorithm algorithm, PublicKey key) throws GeneralSecurityException {
    boolean fits =
        algorithm == Algorithm.ED25519
            ? !(key instanceof RSAPublicKey)
            : key instanceof RSAPublicKey rsa && rsa.getModulus().bitLength() >= SHORTEST_RSA;
    if (!fits) {
      throw new GeneralSecurityException("a key of another kind, or too short");
    }
    return key;
  }
}
