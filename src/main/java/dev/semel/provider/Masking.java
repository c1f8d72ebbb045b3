// What must not be seen in logs.
package dev.semel.provider;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Masks secrets and account numbers in what is logged of an exchange. Secrets are known by their
 * value and by the name of their member or header, account numbers by the name of their member and
 * by their look; of these the last four characters are kept, so that people can tell them apart.
 */
public final class Masking {
  private static final String MASK = "***";
  private static final int KEPT = 4;
  private static final int SHORTEST_SECRET = 4;
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();
  private static final Set<String> SECRET_NAMES =
      Set.of(
          "authorization",
          "proxyauthorization",
          "cookie",
          "setcookie",
          "apikey",
          "xapikey",
          "password",
          "passwd",
          "secret",
          "clientsecret",
          "accesstoken",
          "refreshtoken",
          "idtoken",
          "signature",
          "privatekey");
  private static final Set<String> ACCOUNT_NAMES =
      Set.of(
          "account",
          "accountnumber",
          "accountno",
          "beneficiaryaccount",
          "bankaccount",
          "creditoraccount",
          "iban",
          "msisdn",
          "phone",
          "phonenumber",
          "mobile",
          "mobilenumber",
          "partyid",
          "walletid",
          "card",
          "cardnumber",
          "cardtoken",
          "pan",
          "token",
          "receiver");
  private static final Pattern ACCOUNT_LOOK =
      Pattern.compile(
          "(?<![A-Za-z0-9])(?:[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?"
              + "|\\+[0-9]{8,15}|[0-9]{12,19})(?![A-Za-z0-9])");

  /** What makes the address of an answer good: {@code t3k9.} and 43 characters. */
  private static final Pattern TOKEN_LOOK =
      Pattern.compile("(?<![A-Za-z0-9])[0-9a-z]{1,10}\\.[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])");

  private static final Pattern PAIR = Pattern.compile("([^=&?\\s]+)=([^&#\\s]*)");

  private final List<String> secrets;

  /**
   * Masking for one provider.
   *
   * @param secrets the values that are masked wherever they occur
   */
  public Masking(Collection<String> secrets) {
    this.secrets =
        secrets.stream()
            .filter(secret -> secret.length() >= SHORTEST_SECRET)
            .sorted((a, b) -> Integer.compare(b.length(), a.length()))
            .toList();
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
                name.toLowerCase(Locale.ROOT), values.stream().map(v -> named(name, v)).toList()));
    return masked;
  }

  /** An address with its path and query masked. */
  public String url(String url) {
    return text(pairs(url));
  }

  /** A body: JSON by its members, anything else by pairs and looks. */
  public String body(String body) {
    try {
      JsonNode tree = JSON.readTree(body);
      if (tree != null && tree.isContainerNode()) {
        return JSON.writeValueAsString(masked("", tree));
      }
    } catch (JsonProcessingException e) {
      return text(pairs(body));
    }
    return text(pairs(body));
  }

  /** Free text: secrets by value, tokens of our questions and account numbers by their look. */
  public String text(String text) {
    String masked = text;
    for (String secret : secrets) {
      masked = masked.replace(secret, MASK);
    }
    masked = TOKEN_LOOK.matcher(masked).replaceAll(MASK);
    return replaceAll(ACCOUNT_LOOK, masked, match -> keepLastFour(match.group()));
  }

  private String pairs(String text) {
    return replaceAll(
        PAIR, text, match -> match.group(1) + "=" + pairValue(match.group(1), match.group(2)));
  }

  /** The name and the value of a pair may be percent-encoded, and the name that of a nested one. */
  private String pairValue(String name, String value) {
    String plain = decoded(value);
    String masked = named(innermost(decoded(name)), plain);
    return masked.equals(plain) ? value : masked;
  }

  private static String decoded(String encoded) {
    try {
      return URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return encoded;
    }
  }

  /** {@code account_number} of {@code external_account[account_number]}. */
  private static String innermost(String name) {
    String unnumbered = name.replaceFirst("(\\[[0-9]*])+$", "");
    return unnumbered.substring(unnumbered.lastIndexOf('[') + 1);
  }

  private static String replaceAll(
      Pattern pattern, String text, Function<MatchResult, String> replacement) {
    return pattern
        .matcher(text)
        .replaceAll(match -> Matcher.quoteReplacement(replacement.apply(match)));
  }

  private JsonNode masked(String name, JsonNode node) {
    if (node.isObject()) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      node.properties().forEach(m -> object.set(m.getKey(), masked(m.getKey(), m.getValue())));
      return object;
    }
    if (node.isArray()) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      node.forEach(element -> array.add(masked(name, element)));
      return array;
    }
    boolean plain = node.isNull() || node.isBoolean();
    if (plain) {
      return node;
    }
    String text = named(name, node.asText());
    return text.equals(node.asText()) ? node : TextNode.valueOf(text);
  }

  private String named(String name, String value) {
    String plain = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    if (SECRET_NAMES.contains(plain) || plain.endsWith("signature") || plain.endsWith("secret")) {
      return MASK;
    }
    return ACCOUNT_NAMES.contains(plain) ? keepLastFour(value) : text(value);
  }
}
