// Random edits of a provider file.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Edits the tree of a sound file, or its text: one to three edits at a time. */
public final class FileEdits {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final int MOST_EDITS = 3;
  private static final int DEEP = 60;
  private static final List<String> ODD_TEXTS =
      List.of(
          "",
          " ",
          "\u0000",
          "\uD83D\uDE00",
          "\u202Ex",
          "\uD800",
          "9".repeat(400),
          "-1",
          "1e999",
          "NO",
          "~",
          "${",
          "$${",
          "${}",
          "${a.b|c}",
          "${payout.amount}",
          "${payout.amount | number}",
          "${payout.amount | minor_units | text}",
          "${beneficiary.name | max_bytes(1)}",
          "${beneficiary.name | latin | upper}",
          "${beneficiary.mobile_wallet.msisdn | digits}",
          "${secret.api_key?}",
          "${config.base_url}",
          "${attempt.number | number}",
          "${prepared.quote.id}",
          "PT0S",
          "-PT1S",
          "PT999999999H",
          "P999999999999D",
          "PT0.000000001S",
          "P3650D",
          "/",
          "/~2",
          "/a/0/b",
          "2xx",
          "700",
          "[a-z",
          "a]+(a+)+[a",
          "A-Z0-9-",
          "Africa/Nairobi",
          "Mars/Olympus",
          "XXX",
          "KWD",
          "25:00",
          "present",
          "absent",
          "resend",
          "none",
          "uuid",
          "x".repeat(5000));

  private final Random random;

  /** Edits by chance. */
  public FileEdits(Random random) {
    this.random = random;
  }

  /** A file of this text with something changed. */
  public byte[] edited(String text) {
    return random.nextInt(4) == 0 ? editedText(text) : editedTree(text);
  }

  private byte[] editedTree(String text) {
    JsonNode tree = YamlSource.parse(text).tree().orElseThrow();
    for (int i = random.nextInt(MOST_EDITS); i >= 0; i--) {
      edit(tree);
    }
    // Every JSON text is YAML.
    return tree.toPrettyString().getBytes(StandardCharsets.UTF_8);
  }

  private void edit(JsonNode tree) {
    List<ContainerNode<?>> places = new ArrayList<>();
    collect(tree, places);
    switch (any(places)) {
      case ObjectNode object when !object.isEmpty() -> edit(object, places);
      case ArrayNode array when !array.isEmpty() -> edit(array, places);
      default -> {}
    }
  }

  private static void collect(JsonNode node, List<ContainerNode<?>> places) {
    if (node instanceof ContainerNode<?> container) {
      places.add(container);
      node.forEach(child -> collect(child, places));
    }
  }

  private void edit(ObjectNode object, List<ContainerNode<?>> places) {
    String name = any(object.propertyStream().map(java.util.Map.Entry::getKey).toList());
    switch (random.nextInt(6)) {
      case 0 -> object.remove(name);
      case 1 -> object.set(any(ODD_TEXTS), object.path(name).deepCopy());
      case 2 -> object.set(name, oddValue());
      case 3 -> object.set(name, retyped(object.path(name)));
      case 4 -> object.set(name, someOther(places));
      default -> {
        JsonNode value = object.remove(name);
        object.set(random.nextBoolean() ? any(ODD_TEXTS) : otherName(places), value);
      }
    }
  }

  private void edit(ArrayNode array, List<ContainerNode<?>> places) {
    int at = random.nextInt(array.size());
    switch (random.nextInt(5)) {
      case 0 -> array.remove(at);
      case 1 -> array.add(array.get(at).deepCopy());
      case 2 -> array.set(at, oddValue());
      case 3 -> array.set(at, someOther(places));
      default -> array.insert(0, array.remove(at));
    }
  }

  private JsonNode retyped(JsonNode value) {
    return switch (random.nextInt(5)) {
      case 0 -> NODES.textNode(value.asText());
      case 1 -> NODES.arrayNode().add(value.deepCopy());
      case 2 -> NODES.objectNode().set(any(ODD_TEXTS), value.deepCopy());
      case 3 -> value.isEmpty() ? NODES.nullNode() : value.iterator().next().deepCopy();
      default -> NODES.numberNode(value.asText().length());
    };
  }

  private JsonNode someOther(List<ContainerNode<?>> places) {
    ContainerNode<?> place = any(places);
    return place.isEmpty() ? place.deepCopy() : any(place.valueStream().toList()).deepCopy();
  }

  private String otherName(List<ContainerNode<?>> places) {
    return any(places).propertyStream().map(java.util.Map.Entry::getKey).findFirst().orElse("at");
  }

  private JsonNode oddValue() {
    return switch (random.nextInt(9)) {
      case 0 -> NODES.nullNode();
      case 1 -> NODES.booleanNode(random.nextBoolean());
      case 2 -> NODES.numberNode(random.nextLong());
      case 3 -> NODES.numberNode(random.nextInt(700));
      case 4 -> NODES.numberNode(new BigDecimal("1.5"));
      case 5 -> NODES.numberNode(4294967297L);
      case 6 -> deep();
      default -> NODES.textNode(any(ODD_TEXTS));
    };
  }

  private JsonNode deep() {
    JsonNode node = NODES.textNode("deep");
    for (int i = random.nextInt(DEEP); i >= 0; i--) {
      node = random.nextBoolean() ? NODES.arrayNode().add(node) : NODES.objectNode().set("a", node);
    }
    return node;
  }

  private byte[] editedText(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    List<String> lines = text.lines().toList();
    return switch (random.nextInt(6)) {
      case 0 -> {
        for (int i = random.nextInt(MOST_EDITS); i >= 0; i--) {
          bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        yield bytes;
      }
      case 1 -> java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length));
      case 2 -> {
        int at = random.nextInt(text.length());
        yield utf8(text.substring(0, at) + any(ODD_TEXTS) + text.substring(at));
      }
      case 3 -> {
        List<String> fewer = new ArrayList<>(lines);
        fewer.remove(random.nextInt(fewer.size()));
        yield utf8(String.join("\n", fewer));
      }
      case 4 -> {
        List<String> more = new ArrayList<>(lines);
        more.add(random.nextInt(more.size()), any(lines));
        yield utf8(String.join("\n", more));
      }
      default -> utf8(text.replaceFirst("[0-9]+", "9".repeat(random.nextInt(40))));
    };
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
