// What must not be seen in logs.
package dev.semel.provider;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Masks secrets and account numbers in what is logged of an exchange. Secrets are known by their
 * value, in whatever encoding, and by the name of their member or header; account numbers by the
 * value that the payout has, by the name of their member and by their look. Of these the last four
 * characters are kept, so that people can tell them apart.
 */
public final class Masking {
  private static final String MASK = "***";
  private static final int KEPT = 4;
  private static final int SHORTEST_SECRET = 4;
  private static final int SHORTEST_ACCOUNT = 5;
  private static final int NATIONAL_NUMBER = 9;
  private static final int LONGEST_PATTERN = 512;
  private static final int SHORTEST_LINE = 16;
  private static final Pattern PAIR =
      Pattern.compile("(?<![^&?\\s])([^=&?\\s]{1,128})=([^&#\\s]*)");

  /** What makes the address of an answer good: {@code t3k9.} and 43 characters. */
  private static final Pattern TOKEN_LOOK =
      Pattern.compile("(?<![A-Za-z0-9])[0-9a-z]{1,10}\\.[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])");

  private final AtomicReference<Secrets> secrets;
  private final List<Pattern> accounts;

  private record Secrets(List<String> values, List<Pattern> patterns) {}

  /**
   * Masking for one provider.
   *
   * @param secrets the values that are masked wherever they occur
   */
  public Masking(Collection<String> secrets) {
    this(new AtomicReference<>(patterns(secrets.stream())), List.of());
  }

  private Masking(AtomicReference<Secrets> secrets, List<Pattern> accounts) {
    this.secrets = secrets;
    this.accounts = accounts;
  }

  private static Secrets patterns(Stream<String> values) {
    List<String> longestFirst =
        values
            .filter(secret -> secret.length() >= SHORTEST_SECRET)
            .distinct()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
    return new Secrets(
        longestFirst,
        longestFirst.stream().flatMap(Masking::pieces).map(KnownValue::secret).toList());
  }

  /** A long secret, such as a key of several lines, is known by each of them. */
  private static Stream<String> pieces(String secret) {
    if (secret.length() <= LONGEST_PATTERN) {
      return Stream.of(secret);
    }
    return secret
        .lines()
        .map(String::strip)
        .filter(line -> line.length() >= SHORTEST_LINE)
        .flatMap(Masking::parts);
  }

  /** A line in parts of one length, so that none is too short to be known. */
  private static Stream<String> parts(String line) {
    int many = Math.ceilDiv(line.length(), LONGEST_PATTERN);
    int length = Math.ceilDiv(line.length(), many);
    return IntStream.range(0, many)
        .map(part -> part * length)
        .mapToObj(from -> line.substring(from, Math.min(line.length(), from + length)));
  }

  /**
   * Masks these values, too. Those before stay masked: calls that began with them may still be
   * running, and a partner may still name them.
   */
  public void learn(Collection<String> more) {
    secrets.updateAndGet(known -> patterns(Stream.concat(known.values().stream(), more.stream())));
  }

  /** The same with one secret more. */
  public Masking and(String secret) {
    Stream<String> known = held().values().stream();
    return new Masking(
        new AtomicReference<>(patterns(Stream.concat(known, Stream.of(secret)))), accounts);
  }

  /** The same, which knows the account numbers of one payout besides. */
  public Masking knowing(Collection<String> accountNumbers) {
    return new Masking(
        secrets,
        accountNumbers.stream()
            .map(KnownValue::plain)
            .filter(plain -> plain.length() >= SHORTEST_ACCOUNT)
            .flatMap(Masking::withNationalNumber)
            .distinct()
            .map(plain -> Pattern.compile("(?i:" + KnownValue.account(plain) + ")"))
            .toList());
  }

  /** A telephone number is told without its country's code, too. */
  private static Stream<String> withNationalNumber(String plain) {
    boolean international =
        plain.length() > NATIONAL_NUMBER && plain.chars().allMatch(Character::isDigit);
    return international
        ? Stream.of(plain, plain.substring(plain.length() - NATIONAL_NUMBER))
        : Stream.of(plain);
  }

  /** A value with all but its last four characters masked; wholly masked when it is short. */
  public static String keepLastFour(String value) {
    boolean tooShort = value.length() <= KEPT * 2 - 2;
    return tooShort ? MASK : MASK + value.substring(value.length() - KEPT);
  }

  /** Headers with their values masked; names in lower case. */
  public Map<String, List<String>> headers(Map<String, List<String>> headers) {
    Map<String, List<String>> masked = new HashMap<>();
    headers.forEach(
        (name, values) ->
            masked.put(
                name.toLowerCase(Locale.ROOT),
                values.stream().map(value -> named(name, value)).toList()));
    return masked;
  }

  /** An address with its path and query masked. */
  public String url(String url) {
    int query = url.indexOf('?');
    String path = query < 0 ? url : url.substring(0, query);
    String masked = text(segments(path));
    return query < 0
        ? masked
        : masked + text(new BodyMasking(this, Integer.MAX_VALUE).pairs(url.substring(query)));
  }

  private String segments(String path) {
    StringBuilder masked = new StringBuilder();
    String before = "";
    for (String segment : path.split("/", -1)) {
      boolean account =
          SensitiveNames.of(before) == SensitiveNames.ACCOUNT
              && segment.chars().anyMatch(Character::isDigit);
      masked.append(account ? keepLastFour(segment) : decoded(segment, this::text)).append('/');
      before = segment;
    }
    return masked.substring(0, masked.length() - 1);
  }

  /** A body, wholly masked. */
  public String body(String body) {
    return body(body, Integer.MAX_VALUE);
  }

  /**
   * The beginning of a body, masked before it is cut.
   *
   * @param longest how many characters there are at most
   */
  public String body(String body, int longest) {
    return beginning(new BodyMasking(this, longest).masked(body), longest);
  }

  /** The beginning of a text, which is cut between whole characters. */
  public static String beginning(String text, int longest) {
    if (text.length() <= longest) {
      return text;
    }
    boolean splitsPair = longest > 0 && Character.isHighSurrogate(text.charAt(longest - 1));
    return text.substring(0, splitsPair ? longest - 1 : longest);
  }

  /**
   * Free text: secrets by value, tokens of our questions by their look, account numbers by value
   * and look.
   */
  public String text(String text) {
    String masked = text;
    for (Pattern secret : held().patterns()) {
      masked = secret.matcher(masked).replaceAll(MASK);
    }
    masked = TOKEN_LOOK.matcher(masked).replaceAll(MASK);
    for (Pattern account : accounts) {
      masked = replaceAll(account, masked, match -> keepLastFour(match.group()));
    }
    return replaceAll(AccountLook.PATTERN, masked, AccountLook::masked);
  }

  /** Masks the values of pairs as they are told by name and decoded value. */
  String pairs(String text, BinaryOperator<String> mask) {
    return replaceAll(
        PAIR,
        text,
        match ->
            match.group(1)
                + "="
                + decoded(
                    match.group(2),
                    value -> mask.apply(innermost(decoded(match.group(1))), value)));
  }

  /**
   * Masks what a percent-encoded text stands for; where nothing is to be masked it stays itself.
   */
  private static String decoded(String encoded, Function<String, String> mask) {
    String plain = decoded(encoded);
    String masked = mask.apply(plain);
    return masked.equals(plain)
        ? encoded
        : URLEncoder.encode(masked, StandardCharsets.UTF_8).replace("%2A", "*");
  }

  private static String decoded(String encoded) {
    try {
      return URLDecoder.decode(encoded, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return encoded;
    }
  }

  /** {@code account_number} of {@code external_account[account_number]}. */
  private static String innermost(String name) {
    String unnumbered = name.replaceFirst("(\\[[0-9]*])+$", "");
    return unnumbered.substring(unnumbered.lastIndexOf('[') + 1);
  }

  static String replaceAll(
      Pattern pattern, String text, Function<MatchResult, String> replacement) {
    return pattern
        .matcher(text)
        .replaceAll(match -> Matcher.quoteReplacement(replacement.apply(match)));
  }

  /** A value under a name. */
  String named(String name, String value) {
    return masked(SensitiveNames.of(name), value);
  }

  /** A value of a kind. */
  String masked(SensitiveNames kind, String value) {
    return switch (kind) {
      case SECRET -> MASK;
      case ACCOUNT -> holdsSecret(value) ? text(value) : keepLastFour(value);
      case PLAIN -> text(value);
    };
  }

  private boolean holdsSecret(String value) {
    return held().values().stream().anyMatch(value::contains);
  }

  private Secrets held() {
    return Objects.requireNonNull(secrets.get());
  }
}
