// Makes a body that is not what the contract asks for.
package dev.semel.testing.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Breaks a body in one or a few places: in its tree, in its text, or in its bytes. Whether it is
 * broken then, the judge decides; some changes are none.
 */
final class Mutation {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** Stands in the tree for text that a tree can't hold, and is replaced in the text. */
  private static final String RAW = "@raw@";

  private static final String AGAIN = "@again@";

  private static final List<String> RAW_VALUES =
      List.of(
          "1e400",
          "-0",
          "1e-400",
          "1E+2",
          "1e1000000000",
          "9".repeat(101),
          "0." + "3".repeat(90),
          "12500.00",
          "01",
          "+1",
          ".5",
          "1.",
          "0x1F",
          "NaN",
          "Infinity",
          "-Infinity",
          "undefined",
          "'single'",
          "\"\\ud800\"",
          "\"\\udc00\\ud800\"",
          "\"\\u0000\"",
          "\"a\\u0000b\"",
          "\"\\x41\"",
          "\"tab\there\"",
          "\"line\nbreak\"",
          "True",
          "nul",
          "[1,]",
          "{\"a\":1,}",
          "/* c */ 1",
          "[".repeat(33) + "]".repeat(33),
          "[".repeat(31) + "]".repeat(31),
          "{\"a\":".repeat(40) + "1" + "}".repeat(40),
          "[".repeat(20_000),
          "\"\\u00e9\"");

  private final Dice dice;

  Mutation(Dice dice) {
    this.dice = dice;
  }

  /** The bytes of a broken body. */
  byte[] of(JsonNode body) {
    if (dice.percent(25)) {
      return bytes(text(body.deepCopy()));
    }
    JsonNode tree = body.deepCopy();
    for (int i = dice.oneOf(1, 1, 1, 2, 4); i > 0; i--) {
      tree = changed(tree);
    }
    return text(tree).getBytes(StandardCharsets.UTF_8);
  }

  // ---- the tree ----

  private JsonNode changed(JsonNode tree) {
    List<JsonNode> containers = new ArrayList<>();
    collect(tree, containers);
    if (containers.isEmpty() || dice.percent(3)) {
      return dice.oneOf(
          JSON.nullNode(),
          JSON.arrayNode().add(tree),
          JSON.textNode(tree.toString()),
          JSON.numberNode(0),
          JSON.booleanNode(true),
          JSON.objectNode(),
          TextNode.valueOf(RAW + dice.pick(RAW_VALUES)));
    }
    switch (dice.pick(containers)) {
      case ObjectNode object -> change(object);
      case ArrayNode array -> change(array);
      default -> throw new IllegalStateException("only containers are collected");
    }
    return tree;
  }

  private static void collect(JsonNode node, List<JsonNode> containers) {
    if (node.isContainerNode()) {
      containers.add(node);
      node.forEach(child -> collect(child, containers));
    }
  }

  private void change(ObjectNode object) {
    List<String> names = object.properties().stream().map(Map.Entry::getKey).toList();
    if (names.isEmpty() || dice.percent(15)) {
      object.set(dice.oneOf("status", "id", "tenant_id", "__proto__", "", "x", "$ref"), scalar());
      return;
    }
    String name = dice.pick(names);
    JsonNode value = object.path(name);
    switch (dice.below(6)) {
      case 0 -> object.remove(name);
      case 1 -> object.set(AGAIN + name, dice.percent(50) ? value : scalar());
      case 2 -> object.set(name + dice.oneOf(" ", "\u0000", "_", "\u200B"), value);
      case 3 -> {
        object.remove(name);
        object.set(dice.oneOf(name.toUpperCase(Locale.ROOT), name + "s"), value);
      }
      default -> object.set(name, other(value));
    }
  }

  private void change(ArrayNode array) {
    if (array.isEmpty() || dice.percent(30)) {
      array.add(scalar());
    } else if (dice.percent(20)) {
      for (int i = 0; i < 1_001; i++) {
        array.add(array.path(0));
      }
    } else {
      int at = dice.below(array.size());
      array.set(at, other(array.path(at)));
    }
  }

  /** Something else in the place of a value. */
  private JsonNode other(JsonNode value) {
    return switch (dice.below(9)) {
      case 0 -> JSON.nullNode();
      case 1 -> JSON.arrayNode().add(value);
      case 2 -> JSON.objectNode().set("value", value);
      case 3 -> TextNode.valueOf(RAW + dice.pick(RAW_VALUES));
      case 4 -> TextNode.valueOf(Noise.ofSomeLength(dice));
      case 5 -> TextNode.valueOf(Noise.harmless(dice));
      case 6 -> scalar();
      default -> TextNode.valueOf(Noise.misshapen(dice));
    };
  }

  private JsonNode scalar() {
    return dice.oneOf(
        JSON.nullNode(),
        JSON.booleanNode(false),
        JSON.numberNode(dice.oneOf(-1, 0, 1, Integer.MAX_VALUE)),
        JSON.numberNode(1.5d),
        TextNode.valueOf(Noise.misshapen(dice)),
        JSON.arrayNode(),
        JSON.objectNode());
  }

  // ---- the text ----

  private static String text(JsonNode tree) {
    String text = tree.toString().replace("\"" + AGAIN, "\"");
    int at = text.indexOf("\"" + RAW);
    while (at >= 0) {
      int end = at + 1;
      while (text.charAt(end) != '"') {
        end += text.charAt(end) == '\\' ? 2 : 1;
      }
      String raw = unescaped(text.substring(at + 1 + RAW.length(), end));
      text = text.substring(0, at) + raw + text.substring(end + 1);
      at = text.indexOf("\"" + RAW, at + raw.length());
    }
    return text;
  }

  /** Undoes what a tree's text does to the raw values above. */
  private static String unescaped(String text) {
    return text.replace("\\\"", "\"")
        .replace("\\t", "\t")
        .replace("\\n", "\n")
        .replace("\\\\", "\\");
  }

  // ---- the bytes ----

  private byte[] bytes(String text) {
    UnaryOperator<String> change =
        dice.oneOf(
            t -> t.substring(0, dice.below(t.length() + 1)),
            t -> t + dice.oneOf("}", ",", " {}", "\u0000", "null", "\n\n\t ", "/* end */", "x"),
            t -> dice.oneOf("\uFEFF", " \r\n\t", ")]}',\n", "//\n", "x") + t,
            t -> t.replace('"', '\''),
            t -> t.replaceFirst(":", dice.oneOf("=", "::", " : ", "")),
            t -> t.replaceFirst(",", dice.oneOf(",,", ";", "", " , ")),
            t -> "",
            t -> dice.oneOf("null", "[]", "{}", "\"\"", "0", "true", "[[]]", "{\"a\":{}}", " "),
            t -> t.replace("{", "{\"pad\":\"" + "x".repeat(dice.oneOf(16_000, 1_048_600)) + "\","));
    return switch (dice.below(8)) {
      case 0 -> spoiled(text.getBytes(StandardCharsets.UTF_8));
      case 1 -> text.getBytes(dice.oneOf(StandardCharsets.UTF_16, StandardCharsets.UTF_16LE));
      case 2 -> text.replace("a", "\u00E9").getBytes(StandardCharsets.ISO_8859_1);
      default -> change.apply(text).getBytes(StandardCharsets.UTF_8);
    };
  }

  /** Bytes that are no UTF-8: alone, overlong, a surrogate, cut off. */
  private byte[] spoiled(byte[] bytes) {
    byte[][] bad = {
      {(byte) 0xFF},
      {(byte) 0xC0, (byte) 0xAF},
      {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
      {(byte) 0xE2, (byte) 0x82},
      {0}
    };
    byte[] piece = bad[dice.below(bad.length)];
    int at = dice.below(bytes.length + 1);
    byte[] spoiled = new byte[bytes.length + piece.length];
    System.arraycopy(bytes, 0, spoiled, 0, at);
    System.arraycopy(piece, 0, spoiled, at, piece.length);
    System.arraycopy(bytes, at, spoiled, at + piece.length, bytes.length - at);
    return spoiled;
  }
}
