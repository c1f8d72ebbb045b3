// What makes two requests the same.
package dev.semel.idempotency;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
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
   * @param understood the values that validation read, already in one exact form: decimals without
   *     trailing zeros, names in NFC, instants in UTC
   */
  public static byte[] of(String method, String path, JsonNode understood) {
    String text = method + "\n" + path + "\n" + inOrder(understood);
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }

  /**
   * The same tree with the members of every object in code-point order; arrays keep their order.
   */
  private static JsonNode inOrder(JsonNode node) {
    if (node.isArray()) {
      ArrayNode items = JsonNodeFactory.instance.arrayNode();
      node.forEach(item -> items.add(inOrder(item)));
      return items;
    }
    if (!node.isObject()) {
      return node;
    }
    ObjectNode ordered = JsonNodeFactory.instance.objectNode();
    TreeSet<String> names = new TreeSet<>(Fingerprint::byCodePoint);
    node.fieldNames().forEachRemaining(names::add);
    names.forEach(name -> ordered.set(name, inOrder(node.get(name))));
    return ordered;
  }

  private static int byCodePoint(String left, String right) {
    return java.util.Arrays.compare(left.codePoints().toArray(), right.codePoints().toArray());
  }
}
