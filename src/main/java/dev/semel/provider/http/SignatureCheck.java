// Whether a message really comes from the partner.
package dev.semel.provider.http;

import dev.semel.provider.InboundMessage;
import dev.semel.provider.WebhookVerdict;
import dev.semel.provider.WebhookVerdict.Hint;
import dev.semel.provider.WebhookVerdict.Rejected;
import dev.semel.provider.WebhookVerdict.Verified;
import dev.semel.provider.file.WebhookTerms.Hmac;
import dev.semel.provider.file.WebhookTerms.SharedToken;
import dev.semel.provider.file.WebhookTerms.Signature;
import dev.semel.provider.file.WebhookTerms.SignedPart;
import dev.semel.provider.file.WebhookTerms.TimeFormat;
import dev.semel.provider.file.WebhookTerms.Timestamp;
import dev.semel.provider.file.WebhookTerms.Unsigned;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Checks signatures over the raw bytes, in constant time, against any of the secrets. Nothing that
 * a stranger can write into a header makes it throw.
 */
final class SignatureCheck {
  private static final int MOST_VALUES = 8;
  private static final int LONGEST_VALUE = 1024;
  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,15}");

  private final Signature signature;
  private final List<byte[]> secrets;

  /**
   * @param signature how messages are signed
   * @param secrets the secrets' values, any of which may have signed
   */
  SignatureCheck(Signature signature, List<String> secrets) {
    this.signature = signature;
    this.secrets = secrets.stream().map(s -> s.getBytes(StandardCharsets.UTF_8)).toList();
  }

  WebhookVerdict check(InboundMessage message) {
    return switch (signature) {
      case Unsigned _ -> new Hint();
      case SharedToken token -> sharedToken(token, message);
      case Hmac hmac -> hmac(hmac, message);
    };
  }

  private WebhookVerdict sharedToken(SharedToken token, InboundMessage message) {
    List<String> values = values(message, token.header());
    boolean known =
        values.stream()
            .map(value -> value.getBytes(StandardCharsets.UTF_8))
            .anyMatch(value -> matchesAny(value, secrets));
    return known ? new Hint() : new Rejected("the token is missing or wrong");
  }

  private WebhookVerdict hmac(Hmac hmac, InboundMessage message) {
    List<byte[]> given =
        values(message, hmac.header()).stream()
            .flatMap(value -> decoded(hmac, value).stream())
            .toList();
    if (given.isEmpty()) {
      return new Rejected("the signature is missing or not readable");
    }
    Optional<String> time = Optional.empty();
    if (hmac.timestamp().isPresent()) {
      Timestamp timestamp = hmac.timestamp().get();
      List<String> times = values(message, timestamp.header());
      if (times.size() != 1) {
        return new Rejected("there has to be one time stamp");
      }
      time = Optional.of(times.getFirst());
      if (!inTime(timestamp, times.getFirst(), message.receivedAt())) {
        return new Rejected("the time stamp is outside the tolerance or not readable");
      }
    }
    String timeOfSigning = time.orElse("");
    List<byte[]> good =
        secrets.stream().map(secret -> sign(hmac, secret, timeOfSigning, message.body())).toList();
    return given.stream().anyMatch(value -> matchesAny(value, good))
        ? new Verified()
        : new Rejected("the signature is wrong");
  }

  private static List<String> values(InboundMessage message, String header) {
    return message.headers().getOrDefault(header.toLowerCase(Locale.ROOT), List.of()).stream()
        .filter(value -> value.length() <= LONGEST_VALUE)
        .limit(MOST_VALUES)
        .map(String::strip)
        .toList();
  }

  private static Optional<byte[]> decoded(Hmac hmac, String value) {
    if (!value.startsWith(hmac.prefix())) {
      return Optional.empty();
    }
    String encoded = value.substring(hmac.prefix().length());
    try {
      return Optional.of(
          hmac.base64() ? Base64.getDecoder().decode(encoded) : HexFormat.of().parseHex(encoded));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static byte[] sign(Hmac hmac, byte[] secret, String time, byte[] body) {
    try {
      Mac mac = Mac.getInstance(hmac.algorithm());
      mac.init(new SecretKeySpec(secret, hmac.algorithm()));
      for (SignedPart part : hmac.over()) {
        mac.update(
            switch (part) {
              case SignedPart.Fixed fixed -> fixed.text().getBytes(StandardCharsets.UTF_8);
              case SignedPart.TimeOfSigning _ -> time.getBytes(StandardCharsets.UTF_8);
              case SignedPart.RawBody _ -> body;
            });
      }
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + hmac.algorithm(), e);
    }
  }

  /** Compares with all, so that the time taken does not tell which one it was. */
  private static boolean matchesAny(byte[] value, List<byte[]> candidates) {
    boolean matched = false;
    for (byte[] candidate : candidates) {
      matched |= MessageDigest.isEqual(candidate, value);
    }
    return matched;
  }

  private static boolean inTime(Timestamp timestamp, String value, Instant receivedAt) {
    Optional<Instant> signedAt = instant(timestamp.format(), value);
    return signedAt
        .map(at -> Duration.between(at, receivedAt).abs())
        .filter(distance -> distance.compareTo(timestamp.tolerance()) <= 0)
        .isPresent();
  }

  private static Optional<Instant> instant(TimeFormat format, String value) {
    try {
      return switch (format) {
        case UNIX -> number(value).map(Instant::ofEpochSecond);
        case UNIX_MS -> number(value).map(Instant::ofEpochMilli);
        case RFC3339 -> Optional.of(OffsetDateTime.parse(value).toInstant());
      };
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static Optional<Long> number(String value) {
    return DIGITS.matcher(value).matches() ? Optional.of(Long.valueOf(value)) : Optional.empty();
  }
}
