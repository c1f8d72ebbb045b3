// Whether a message really comes from the partner.
package dev.semel.provider.http;

import dev.semel.provider.InboundMessage;
import dev.semel.provider.WebhookVerdict;
import dev.semel.provider.WebhookVerdict.Hint;
import dev.semel.provider.WebhookVerdict.Rejected;
import dev.semel.provider.WebhookVerdict.Verified;
import dev.semel.provider.file.WebhookTerms.Algorithm;
import dev.semel.provider.file.WebhookTerms.Field;
import dev.semel.provider.file.WebhookTerms.Place;
import dev.semel.provider.file.WebhookTerms.SharedToken;
import dev.semel.provider.file.WebhookTerms.Signature;
import dev.semel.provider.file.WebhookTerms.Signed;
import dev.semel.provider.file.WebhookTerms.SignedPart;
import dev.semel.provider.file.WebhookTerms.TimeFormat;
import dev.semel.provider.file.WebhookTerms.Timestamp;
import dev.semel.provider.file.WebhookTerms.Unsigned;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.SignatureException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.crypto.Mac;

/**
 * Checks signatures over the raw bytes, shared secrets in constant time, against any of the keys.
 * Nothing that a stranger can write into a header makes it throw.
 */
final class SignatureCheck {
  private static final int MOST_VALUES = 8;
  private static final int LONGEST_VALUE = 4096;
  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,15}");

  private final Signature signature;
  private final List<byte[]> tokens;
  private final List<Key> keys;

  /**
   * @param signature how messages are signed
   * @param keys the values of the secrets or public keys, any of which may have signed
   * @throws IllegalArgumentException when one of them is no key; it is not quoted
   */
  SignatureCheck(Signature signature, List<String> keys) {
    this.signature = signature;
    this.tokens = keys.stream().map(key -> key.getBytes(StandardCharsets.UTF_8)).toList();
    this.keys =
        signature instanceof Signed how
            ? keys.stream().map(text -> key(how, text)).toList()
            : List.of();
  }

  private static Key key(Signed how, String text) {
    return SignatureKeys.parse(how, text)
        .orElseThrow(() -> new IllegalArgumentException("a key of a webhook is none"));
  }

  WebhookVerdict check(InboundMessage message) {
    return switch (signature) {
      case Unsigned _ -> new Hint();
      case SharedToken token -> sharedToken(token, message);
      case Signed how -> signed(how, message);
    };
  }

  private WebhookVerdict sharedToken(SharedToken token, InboundMessage message) {
    boolean known =
        values(message, new Place(token.header(), "", Optional.empty()))
            .map(value -> value.getBytes(StandardCharsets.UTF_8))
            .anyMatch(value -> matchesAny(value, tokens));
    return known ? new Hint() : new Rejected("the token is missing or wrong");
  }

  private WebhookVerdict signed(Signed how, InboundMessage message) {
    List<byte[]> given =
        values(message, how.place())
            .flatMap(value -> decoded(how.base64(), value).stream())
            .toList();
    if (given.isEmpty()) {
      return new Rejected("the signature is missing or not readable");
    }
    String timeOfSigning = "";
    if (how.timestamp().isPresent()) {
      Timestamp timestamp = how.timestamp().get();
      List<String> times = values(message, timestamp.place()).toList();
      if (times.size() != 1) {
        return new Rejected("there has to be one time stamp");
      }
      timeOfSigning = times.getFirst();
      if (!inTime(timestamp, timeOfSigning, message.receivedAt())) {
        return new Rejected("the time stamp is outside the tolerance or not readable");
      }
    }
    Optional<byte[]> content = content(how, timeOfSigning, message);
    if (content.isEmpty()) {
      return new Rejected("a header that is signed is missing, or there twice");
    }
    return isGood(how.algorithm(), content.get(), given)
        ? new Verified()
        : new Rejected("the signature is wrong");
  }

  private boolean isGood(Algorithm algorithm, byte[] content, List<byte[]> given) {
    if (algorithm.shared()) {
      List<byte[]> good = keys.stream().map(key -> mac(key, content)).toList();
      return given.stream().anyMatch(value -> matchesAny(value, good));
    }
    return given.stream()
        .anyMatch(value -> keys.stream().anyMatch(key -> verifies(algorithm, key, content, value)));
  }

  /** The values at a place, each stripped of what stands around it. */
  private static Stream<String> values(InboundMessage message, Place place) {
    return message
        .headers()
        .getOrDefault(place.header().toLowerCase(Locale.ROOT), List.of())
        .stream()
        .filter(value -> value.length() <= LONGEST_VALUE)
        .flatMap(value -> place.field().map(f -> named(f, value)).orElseGet(() -> Stream.of(value)))
        .map(String::strip)
        .filter(value -> value.startsWith(place.prefix()))
        .map(value -> value.substring(place.prefix().length()))
        .limit(MOST_VALUES);
  }

  /** The values of that name in a list such as {@code t=1,v1=ab,v1=cd}. */
  private static Stream<String> named(Field field, String list) {
    String begin = field.name() + field.assign();
    return Arrays.stream(list.split(Pattern.quote(field.separator()), -1))
        .map(String::strip)
        .filter(one -> one.startsWith(begin))
        .map(one -> one.substring(begin.length()));
  }

  private static Optional<byte[]> decoded(boolean base64, String value) {
    try {
      return Optional.of(
          base64 ? Base64.getDecoder().decode(value) : HexFormat.of().parseHex(value));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** What is signed; empty when a header that belongs to it is not there once. */
  private static Optional<byte[]> content(Signed how, String time, InboundMessage message) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (SignedPart part : how.over()) {
      switch (part) {
        case SignedPart.Fixed fixed -> content.writeBytes(utf8(fixed.text()));
        case SignedPart.TimeOfSigning _ -> content.writeBytes(utf8(time));
        case SignedPart.RawBody _ -> content.writeBytes(message.body());
        case SignedPart.HeaderValue header -> {
          List<String> all = message.headers().getOrDefault(header.header(), List.of());
          if (all.size() != 1 || all.getFirst().length() > LONGEST_VALUE) {
            return Optional.empty();
          }
          content.writeBytes(utf8(all.getFirst().strip()));
        }
      }
    }
    return Optional.of(content.toByteArray());
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] mac(Key key, byte[] content) {
    try {
      Mac mac = Mac.getInstance(key.getAlgorithm());
      mac.init(key);
      return mac.doFinal(content);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + key.getAlgorithm(), e);
    }
  }

  private static boolean verifies(Algorithm algorithm, Key key, byte[] content, byte[] value) {
    try {
      java.security.Signature check = java.security.Signature.getInstance(algorithm.javaName());
      check.initVerify((PublicKey) key);
      check.update(content);
      return check.verify(value);
    } catch (SignatureException | InvalidKeyException e) {
      // It has another length or form than a signature of this key can have.
      return false;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has " + algorithm.javaName(), e);
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
