// How a partner signs its messages.
package dev.semel.app.conformance;

import dev.semel.app.conformance.Dialect.Signature;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs messages as a dialect says, or as a stranger would who does not know the secret. */
final class Signer {
  private static final String STRANGE = "a stranger's secret";
  private static final Map<String, KeyPair> KEYS = new ConcurrentHashMap<>();

  private final Signature how;
  private final Wording wording;

  Signer(Signature how, Wording wording) {
    this.how = how;
    this.wording = wording;
  }

  /** Who signs. */
  enum By {
    PARTNER,
    STRANGER,
    NOBODY
  }

  /**
   * The public key under which a kind of signature is checked, as PEM; empty for shared secrets.
   */
  static Optional<String> publicKey(String kind) {
    return algorithm(kind).map(algorithm -> pem(key(algorithm).getPublic()));
  }

  private static Optional<String> algorithm(String kind) {
    return switch (kind) {
      case "rsa_sha256" -> Optional.of("RSA");
      case "ed25519" -> Optional.of("Ed25519");
      default -> Optional.empty();
    };
  }

  private static String pem(PublicKey key) {
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded());
    return "-----BEGIN PUBLIC KEY-----\n" + base64 + "\n-----END PUBLIC KEY-----\n";
  }

  private static KeyPair key(String algorithm) {
    return KEYS.computeIfAbsent(algorithm, Signer::generate);
  }

  private static KeyPair generate(String algorithm) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
      if (algorithm.equals("RSA")) {
        generator.initialize(2048);
      }
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + algorithm, e);
    }
  }

  /**
   * Adds to a message's headers what proves where it comes from.
   *
   * @param id the message's own id
   */
  void sign(Map<String, String> headers, byte[] body, String id, Instant now, By whom) {
    if (how.kind().equals("none") || whom == By.NOBODY) {
      return;
    }
    String secret = whom == By.STRANGER ? STRANGE : wording.setting(how.secret());
    switch (how.kind()) {
      case "shared_token" -> headers.put(how.header(), secret);
      case "standard_webhooks" -> standard(headers, body, id, now, secret, whom);
      default -> {
        String time = time(now);
        how.timestampHeader().ifPresent(name -> headers.put(name, time));
        byte[] signature = signature(over(headers, body, time), secret, whom);
        String encoded =
            how.base64()
                ? Base64.getEncoder().encodeToString(signature)
                : HexFormat.of().formatHex(signature);
        Places places = Places.of(Map.of("signature", encoded, "timestamp", time));
        headers.put(how.header(), Phrase.text(how.value(), places).orElseThrow());
      }
    }
  }

  private String time(Instant now) {
    return switch (how.timestampFormat()) {
      case "unix_ms" -> Long.toString(now.toEpochMilli());
      case "rfc3339" -> now.toString();
      default -> Long.toString(now.getEpochSecond());
    };
  }

  private byte[] over(Map<String, String> headers, byte[] body, String time) {
    CRC32 sum = new CRC32();
    sum.update(body);
    Map<String, String> values = new HashMap<>();
    headers.forEach((name, value) -> values.put("header." + name, value));
    values.put("timestamp", time);
    values.put("crc32", Long.toString(sum.getValue()));
    values.put("body", new String(body, StandardCharsets.UTF_8));
    Places places = Places.of(values).or(wording.everywhere());
    return Phrase.text(how.over(), places).orElseThrow().getBytes(StandardCharsets.UTF_8);
  }

  private byte[] signature(byte[] content, String secret, By whom) {
    byte[] key = secret.getBytes(StandardCharsets.UTF_8);
    return switch (how.kind()) {
      case "hmac_sha512" -> mac("HmacSHA512", key, content);
      case "rsa_sha256" -> asymmetric("SHA256withRSA", "RSA", content, whom);
      case "ed25519" -> asymmetric("Ed25519", "Ed25519", content, whom);
      default -> mac("HmacSHA256", key, content);
    };
  }

  private static byte[] asymmetric(String algorithm, String keys, byte[] content, By whom) {
    try {
      PrivateKey key = (whom == By.STRANGER ? generate(keys) : key(keys)).getPrivate();
      java.security.Signature signature = java.security.Signature.getInstance(algorithm);
      signature.initSign(key);
      signature.update(content);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + algorithm, e);
    }
  }

  private static byte[] mac(String algorithm, byte[] secret, byte[] content) {
    try {
      Mac mac = Mac.getInstance(algorithm);
      mac.init(new SecretKeySpec(secret, algorithm));
      return mac.doFinal(content);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + algorithm, e);
    }
  }

  private static void standard(
      Map<String, String> headers, byte[] body, String id, Instant now, String secret, By whom) {
    String time = Long.toString(now.getEpochSecond());
    byte[] key =
        whom == By.STRANGER
            ? secret.getBytes(StandardCharsets.UTF_8)
            : Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
    String content = id + "." + time + "." + new String(body, StandardCharsets.UTF_8);
    byte[] signature = mac("HmacSHA256", key, content.getBytes(StandardCharsets.UTF_8));
    headers.put("webhook-id", id);
    headers.put("webhook-timestamp", time);
    headers.put("webhook-signature", "v1," + Base64.getEncoder().encodeToString(signature));
  }
}
