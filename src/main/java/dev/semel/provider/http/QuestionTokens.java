// What makes the address good to which a partner sends the result of a question.
package dev.semel.provider.http;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes and checks tokens for questions whose result comes later. A token is good for one reference
 * of one provider and for a while; only who has the secret can make one, and only the partner gets
 * one, in our own question. So a message that brings it is the answer to that question.
 */
final class QuestionTokens {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int DIGITS = 36;
  private static final Pattern TOKEN = Pattern.compile("([0-9a-z]{1,10})\\.([A-Za-z0-9_-]{43})");

  private final String provider;
  private final List<byte[]> secrets;
  private final Duration within;

  /**
   * @param provider the provider's name
   * @param secrets the first makes tokens, any may have made one
   * @param within how long one is good
   */
  QuestionTokens(String provider, List<String> secrets, Duration within) {
    this.provider = provider;
    this.secrets = secrets.stream().map(s -> s.getBytes(StandardCharsets.UTF_8)).toList();
    this.within = within;
  }

  /** What a token is worth. */
  enum Worth {
    /** It was made for this reference, and is still good. */
    GOOD,
    /** It was made for this reference, too long ago. */
    TOO_OLD,
    /** It was not made for this reference. */
    NONE
  }

  /** A token for a question about a reference. */
  String make(String reference, Instant now) {
    String until = Long.toString(now.plus(within).getEpochSecond(), DIGITS);
    return until + "." + mac(secrets.getFirst(), reference, until);
  }

  /** What a token is worth for a message about a reference. */
  Worth of(String token, String reference, Instant at) {
    Matcher parts = TOKEN.matcher(token);
    if (!parts.matches()) {
      return Worth.NONE;
    }
    String until = parts.group(1);
    byte[] given = parts.group(2).getBytes(StandardCharsets.US_ASCII);
    boolean made = false;
    for (byte[] secret : secrets) {
      byte[] good = mac(secret, reference, until).getBytes(StandardCharsets.US_ASCII);
      made |= MessageDigest.isEqual(good, given);
    }
    if (!made) {
      return Worth.NONE;
    }
    return at.getEpochSecond() <= Long.parseLong(until, DIGITS) ? Worth.GOOD : Worth.TOO_OLD;
  }

  private String mac(byte[] secret, String reference, String until) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret, ALGORITHM));
      String what = "semel question|" + provider + "|" + until + "|" + reference;
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(mac.doFinal(what.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }
}
