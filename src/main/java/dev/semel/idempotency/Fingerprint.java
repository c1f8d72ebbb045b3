// What makes two requests the same.
package dev.semel.idempotency;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.Normalizer;
import java.util.TreeSet;

/**
 * The SHA-256 of a request as it was understood: the method, the path, and the values that
 * validation read from the body, with members in code-point order. White space, member order,
 * escapes and headers never count, because they are gone by the time a request is understood; nor
 * do a locale or a release.
 */
public final class Fingerprint {
  private Fingerprint() {}

  /**
   * The fingerprint of a request.
   *
   * @param method the HTTP method
   * @param path the concrete path with its query
   * @param understood the values that validation read: amounts without trailing zeros, IBANs
   *     without spaces, instants in UTC
   */
  public static byte[] of(String method, String path, JsonNode understood) {
    String text = method + "\n" + path + "\n" + inOneForm(understood);
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }

  /**
   * The same tree with the members of every object in code-point order, those in lists too, every
   * number in one form ({@code 10}, {@code 10.0} and {@code 1e1} are one) and every text in NFC.
   * Names of members stay as they are: two that are one in NFC would become one member.
   */
  private static JsonNode inOneForm(JsonNode node) {
    if (node.isArray()) {
      ArrayNode ordered = JsonNodeFactory.instance.arrayNode();
      node.forEach(item -> ordered.add(inOneForm(item)));
      return ordered;
    }
    if (node.isNumber()) {
      String plain = node.decimalValue().stripTrailingZeros().toPlainString();
      return DecimalNode.valueOf(new BigDecimal(plain));
    }
    if (node.isTextual()) {
      String text = Normalizer.normalize(node.textValue(), Normalizer.Form.NFC);
      return JsonNodeFactory.instance.textNode(text);
    }
    if (!node.isObject()) {
      return node;
    }
    ObjectNode ordered = JsonNodeFactory.instance.objectNode();
    TreeSet<String> names = new TreeSet<>(Fingerprint::byCodePoint);
    node.fieldNames().forEachRemaining(names::add);
    names.forEach(name -> ordered.set(name, inOneForm(node.get(name))));
    return ordered;
  }

  private static int byCodePoint(String left, String right) {
    return java.util.Arrays.compare(left.codePoints().toArray(), right.codePoints().toArray());
  }
}
