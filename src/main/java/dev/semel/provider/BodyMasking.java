// Masks bodies, as far as they are shown.
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
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Masks one body: JSON by its members, anything else by what looks like members, pairs and
 * elements. Nothing is cut before it is masked, for half a secret is not known as one: of JSON
 * whole values are masked, from the first on, until enough is there; of a longer text that is no
 * JSON a piece is masked, and its end, where a value may be halved, is dropped.
 */
final class BodyMasking {
  private static final int DEEPEST = 4;
  private static final int SHORTEST_ACCOUNT = 5;

  /** What of a text is masked: patterns must not keep a call waiting. */
  private static final int LONGEST_PIECE = 64 * 1024;

  /** No secret and no number is longer, however it is encoded. */
  private static final int LONGEST_VALUE = 8 * 1024;

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();
  private static final Pattern LIKE_A_MEMBER =
      Pattern.compile(
          "(\\\\{0,8}\"([^\"\\\\]{1,64})\\\\{0,8}\"\\s{0,64}:\\s{0,64})(\"(?:[^\"\\\\]|\\\\.)*+\"?|\\\\{1,8}\"[^\"\\\\]*|[^\\s,\"\\\\{}\\[\\]]+)");
  private static final Pattern LIKE_AN_ELEMENT =
      Pattern.compile("(<([A-Za-z][A-Za-z0-9_.:-]{0,63})(?:\\s[^<>]*)?>)([^<>]+)");

  private final Masking masking;
  private int wanted;

  /**
   * @param wanted after how many characters no more of a JSON body is masked or shown
   */
  BodyMasking(Masking masking, int wanted) {
    this.masking = masking;
    this.wanted = wanted;
  }

  String masked(String body) {
    return masked(body, 0);
  }

  private String masked(String body, int depth) {
    try {
      JsonNode tree = JSON.readTree(body);
      if (tree != null && tree.isContainerNode()) {
        return JSON.writeValueAsString(masked("", SensitiveNames.PLAIN, tree, depth));
      }
    } catch (JsonProcessingException e) {
      return unstructured(body, depth);
    }
    return unstructured(body, depth);
  }

  private String unstructured(String body, int depth) {
    if (body.length() > LONGEST_PIECE) {
      return withoutEnd(unstructured(piece(body), depth));
    }
    String members = Masking.replaceAll(LIKE_A_MEMBER, body, this::member);
    String elements = Masking.replaceAll(LIKE_AN_ELEMENT, members, this::member);
    return masking.text(pairs(elements, depth));
  }

  private static String piece(String text) {
    return Masking.beginning(text, LONGEST_PIECE);
  }

  private static String withoutEnd(String masked) {
    return Masking.beginning(masked, Math.max(0, masked.length() - LONGEST_VALUE));
  }

  private String member(MatchResult match) {
    String value = match.group(3);
    String masked = masking.named(match.group(2), value);
    boolean quoted = value.startsWith("\"") && !masked.equals(value);
    return match.group(1) + (quoted ? "\"" + masked.replace("\"", "") + "\"" : masked);
  }

  /** The pairs of a query or a form. */
  String pairs(String text) {
    return pairs(text, 0);
  }

  private String pairs(String text, int depth) {
    return masking.pairs(text, (name, value) -> maybeNested(SensitiveNames.of(name), value, depth));
  }

  /**
   * What is in an object with a name that tells, is of that kind too, unless its own name tells
   * otherwise.
   */
  private JsonNode masked(String name, SensitiveNames around, JsonNode node, int depth) {
    SensitiveNames own = SensitiveNames.of(name);
    SensitiveNames kind =
        around == SensitiveNames.SECRET || own == SensitiveNames.PLAIN ? around : own;
    if (node.isObject()) {
      return object(kind, node, depth);
    }
    if (node.isArray()) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      IntStream.range(0, node.size())
          .takeWhile(_ -> wanted > 0)
          .forEach(i -> array.add(masked(name, kind, node.get(i), depth)));
      return array;
    }
    wanted--;
    if (node.isNull() || node.isBoolean()) {
      return node;
    }
    String plain = node.asText();
    String text = scalar(own, kind, plain, depth);
    wanted -= text.length();
    return text.equals(plain) ? node : TextNode.valueOf(text);
  }

  private ObjectNode object(SensitiveNames kind, JsonNode node, int depth) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      if (wanted <= 0) {
        break;
      }
      String name = bounded(member.getKey());
      wanted -= name.length();
      object.set(name, masked(member.getKey(), kind, member.getValue(), depth));
    }
    return object;
  }

  private String scalar(SensitiveNames own, SensitiveNames kind, String value, int depth) {
    boolean inAccount = kind == SensitiveNames.ACCOUNT && own != SensitiveNames.ACCOUNT;
    if (inAccount) {
      boolean number =
          value.length() >= SHORTEST_ACCOUNT && value.chars().anyMatch(Character::isDigit);
      return number ? Masking.keepLastFour(value) : bounded(value);
    }
    return maybeNested(kind, value, depth);
  }

  /** Some put JSON into a text. */
  private String maybeNested(SensitiveNames kind, String value, int depth) {
    boolean nested = value.startsWith("{") || value.startsWith("[");
    if (nested && kind == SensitiveNames.PLAIN && depth < DEEPEST) {
      return masked(value, depth + 1);
    }
    return value.length() > LONGEST_PIECE
        ? withoutEnd(masking.masked(kind, piece(value)))
        : masking.masked(kind, value);
  }

  private String bounded(String text) {
    return text.length() > LONGEST_PIECE
        ? withoutEnd(masking.text(piece(text)))
        : masking.text(text);
  }
}
