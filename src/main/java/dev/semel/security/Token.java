// A credential's token, and how its secret is compared.
package dev.semel.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A bearer token, {@code sm_<key id>_<secret>}. Only a hash of the secret is ever stored.
 *
 * @param keyId names the credential; letters, digits, dots and dashes
 * @param secret known to the caller alone
 */
public record Token(String keyId, String secret) {
  private static final Pattern FORM =
      Pattern.compile("sm_([0-9A-Za-z.-]{1,64})_([\\x21-\\x7e]{1,255})");
  private static final int SECRET_BYTES = 32;

  /** A token of its text, or empty when the text has not the form of one. */
  public static Optional<Token> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    return matcher.matches()
        ? Optional.of(new Token(matcher.group(1), matcher.group(2)))
        : Optional.empty();
  }

  /** A token with a new random secret for a credential. */
  public static Token issue(String credentialId, SecureRandom random) {
    byte[] secret = new byte[SECRET_BYTES];
    random.nextBytes(secret);
    return new Token(
        credentialId.substring(credentialId.indexOf('_') + 1),
        Base64.getUrlEncoder().withoutPadding().encodeToString(secret));
  }

  /** The id of the credential that the token belongs to. */
  public String credentialId() {
    return "key_" + keyId;
  }

  /** The token as the caller sends it. */
  public String text() {
    return "sm_" + keyId + "_" + secret;
  }

  /** The SHA-256 of the secret. */
  public byte[] secretHash() {
    try {
      return MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }

  /**
   * Names the credential and hides the secret, so that a token that ends up in a log tells nothing.
   */
  @Override
  public String toString() {
    return "sm_" + keyId + "_…";
  }
}
