// A key that signs what is delivered to an endpoint.
package dev.semel.notification;

import dev.semel.security.SecretSeal;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A key that signs what is delivered to an endpoint, by Standard Webhooks: a secret that both sides
 * have, or a pair of ed25519 keys of which the receiver gets the public one.
 */
final class SigningKey {
  private static final int BYTES = 32;
  private static final String HMAC = "HmacSHA256";
  private static final String CURVE = "Ed25519";

  /** What a key is. */
  enum Kind {
    /** {@code whsec_}; its signatures begin with {@code v1,}. */
    HMAC_SHA256,
    /** {@code whsk_} and {@code whpk_}; its signatures begin with {@code v1a,}. */
    ED25519
  }

  private final Kind kind;
  private final byte[] secret;
  private final Optional<byte[]> publicHalf;

  private SigningKey(Kind kind, byte[] secret, Optional<byte[]> publicHalf) {
    this.kind = kind;
    this.secret = secret;
    this.publicHalf = publicHalf;
  }

  /** A new random key. */
  static SigningKey make(Kind kind, SecureRandom random) {
    return switch (kind) {
      case HMAC_SHA256 -> {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        yield new SigningKey(kind, bytes, Optional.empty());
      }
      case ED25519 -> makePair(random);
    };
  }

  private static SigningKey makePair(SecureRandom random) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(CURVE);
      generator.initialize(NamedParameterSpec.ED25519, random);
      KeyPair pair = generator.generateKeyPair();
      byte[] seed = ((EdECPrivateKey) pair.getPrivate()).getBytes().orElseThrow();
      // RFC 8410: the key itself is the end of its encoding.
      byte[] encoded = pair.getPublic().getEncoded();
      byte[] shown = Arrays.copyOfRange(encoded, encoded.length - BYTES, encoded.length);
      return new SigningKey(Kind.ED25519, seed, Optional.of(shown));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java platform has " + CURVE, impossible);
    }
  }

  /**
   * A key that is known already.
   *
   * @param secret the secret itself; of a pair, the seed of its private half
   */
  static SigningKey of(Kind kind, byte[] secret) {
    return new SigningKey(kind, secret.clone(), Optional.empty());
  }

  /** What the keys of an endpoint are sealed for. */
  static SecretSeal.Place placeOf(String endpointId) {
    return new SecretSeal.Place("webhook_endpoint.secret", endpointId);
  }

  /** The key as the endpoint's row keeps it. */
  EndpointStore.SealedKey sealed(SecretSeal seal, String endpointId) {
    return new EndpointStore.SealedKey(kind, seal.seal(placeOf(endpointId), secret), publicText());
  }

  /** The secret as its owner sees it, once; of a pair nobody sees it. */
  Optional<String> secretText() {
    return kind == Kind.HMAC_SHA256 ? Optional.of("whsec_" + base64(secret)) : Optional.empty();
  }

  /** The public half of a new pair. */
  Optional<String> publicText() {
    return publicHalf.map(bytes -> "whpk_" + base64(bytes));
  }

  /** The signature of a message, with the word that says how it was made. */
  String sign(byte[] message) {
    try {
      return switch (kind) {
        case HMAC_SHA256 -> {
          Mac mac = Mac.getInstance(HMAC);
          mac.init(new SecretKeySpec(secret, HMAC));
          yield "v1," + base64(mac.doFinal(message));
        }
        case ED25519 -> {
          Signature signature = Signature.getInstance(CURVE);
          signature.initSign(privateKey());
          signature.update(message);
          yield "v1a," + base64(signature.sign());
        }
      };
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("this key can't sign: " + kind, impossible);
    }
  }

  private PrivateKey privateKey() throws GeneralSecurityException {
    return KeyFactory.getInstance(CURVE)
        .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, secret));
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  /** Tells nothing, in case it ends up in a log. */
  @Override
  public String toString() {
    return kind + " …";
  }
}
