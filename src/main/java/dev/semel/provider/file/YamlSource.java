// From YAML text to a JSON tree whose values know their lines.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.nodes.AnchorNode;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Reads the plain part of YAML that provider files use: mappings, sequences and scalars. Anchors,
 * aliases and tags are refused, so that a small file can't grow into a large tree or make objects.
 * Only what JSON would read as a number, a boolean or null is one; {@code NO}, {@code 03:00} and
 * {@code 0123} stay texts.
 */
final class YamlSource {
  private static final int LARGEST_FILE = 256 * 1024;
  private static final int DEEPEST = 40;
  private static final Pattern INTEGER = Pattern.compile("-?(0|[1-9][0-9]{0,17})");
  private static final Pattern DECIMAL = Pattern.compile("-?(0|[1-9][0-9]{0,17})\\.[0-9]{1,18}");

  private final Map<String, Integer> lines = new HashMap<>();
  private final List<ProviderFileFault> faults = new ArrayList<>();

  private YamlSource() {}

  /**
   * A parsed file.
   *
   * @param tree the values; empty when the text is not usable YAML
   * @param lines the line of each value by its pointer
   * @param faults what is wrong with the YAML itself
   */
  record Parsed(
      Optional<JsonNode> tree, Map<String, Integer> lines, List<ProviderFileFault> faults) {}

  static Parsed parse(String text) {
    YamlSource source = new YamlSource();
    Optional<JsonNode> tree = source.read(text);
    return new Parsed(tree, source.lines, source.faults);
  }

  private Optional<JsonNode> read(String text) {
    if (text.length() > LARGEST_FILE) {
      fault(1, "", "The file is larger than 256 KiB; no partner needs that much. Make it smaller.");
      return Optional.empty();
    }
    try {
      Yaml yaml = new Yaml(options());
      refuseExtras(yaml.parse(new StringReader(text)));
      if (!faults.isEmpty()) {
        return Optional.empty();
      }
      Node root = yaml.compose(new StringReader(text));
      if (root == null) {
        fault(1, "", "The file is empty; describe a partner in it.");
        return Optional.empty();
      }
      return Optional.of(convert(root, ""));
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
      fault(line, "", "This is not valid YAML: " + e.getProblem() + ". Correct it first.");
      return Optional.empty();
    } catch (YAMLException e) {
      fault(1, "", "This is not valid YAML: " + firstLine(e) + ". Correct it first.");
      return Optional.empty();
    }
  }

  private static LoaderOptions options() {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(LARGEST_FILE);
    options.setNestingDepthLimit(DEEPEST);
    options.setMaxAliasesForCollections(0);
    return options;
  }

  private static String firstLine(YAMLException e) {
    String message = e.getMessage();
    return message == null
        ? "it can't be read"
        : message.lines().findFirst().orElse("it can't be read");
  }

  private void refuseExtras(Iterable<Event> events) {
    int documents = 0;
    for (Event event : events) {
      int line = event.getStartMark() == null ? 1 : event.getStartMark().getLine() + 1;
      if (event.is(Event.ID.DocumentStart) && ++documents > 1) {
        fault(line, "", "A file describes one partner; put the second document into its own file.");
      }
      boolean anchored = event instanceof NodeEvent node && node.getAnchor() != null;
      if (event instanceof AliasEvent || anchored) {
        fault(line, "", "Anchors and aliases (& and *) are not read; write the value out.");
      }
      if (tagOf(event).isPresent()) {
        fault(line, "", "Tags (such as !!str) are not read; put a text into quotes instead.");
      }
    }
  }

  private static Optional<String> tagOf(Event event) {
    return switch (event) {
      case ScalarEvent scalar -> Optional.ofNullable(scalar.getTag());
      case MappingStartEvent mapping -> Optional.ofNullable(mapping.getTag());
      case SequenceStartEvent sequence -> Optional.ofNullable(sequence.getTag());
      default -> Optional.empty();
    };
  }

  private JsonNode convert(Node node, String pointer) {
    lines.putIfAbsent(pointer, node.getStartMark().getLine() + 1);
    return switch (node) {
      case MappingNode mapping -> object(mapping, pointer);
      case SequenceNode sequence -> array(sequence, pointer);
      case ScalarNode scalar -> scalar(scalar);
      case AnchorNode _ -> throw new IllegalStateException("anchors were refused before");
      default -> throw new IllegalStateException("YAML has no other kind of node");
    };
  }

  private ObjectNode object(MappingNode mapping, String pointer) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    for (NodeTuple member : mapping.getValue()) {
      int line = member.getKeyNode().getStartMark().getLine() + 1;
      if (!(member.getKeyNode() instanceof ScalarNode key)) {
        fault(line, pointer, "A member's name has to be a plain text.");
        continue;
      }
      String name = key.getValue();
      String child = Pointers.child(pointer, name);
      if (object.has(name)) {
        fault(line, child, "'" + name + "' is there twice; keep one of them.");
        continue;
      }
      lines.put(child, line);
      object.set(name, convert(member.getValueNode(), child));
    }
    return object;
  }

  private ArrayNode array(SequenceNode sequence, String pointer) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    for (Node element : sequence.getValue()) {
      array.add(convert(element, Pointers.child(pointer, array.size())));
    }
    return array;
  }

  private static JsonNode scalar(ScalarNode scalar) {
    String text = scalar.getValue();
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    if (scalar.getScalarStyle() != DumperOptions.ScalarStyle.PLAIN) {
      return nodes.textNode(text);
    }
    return switch (text) {
      case "", "~", "null" -> nodes.nullNode();
      case "true" -> nodes.booleanNode(true);
      case "false" -> nodes.booleanNode(false);
      default -> numberOrText(text);
    };
  }

  private static JsonNode numberOrText(String text) {
    if (INTEGER.matcher(text).matches()) {
      return JsonNodeFactory.instance.numberNode(new BigInteger(text).longValueExact());
    }
    if (DECIMAL.matcher(text).matches()) {
      return JsonNodeFactory.instance.numberNode(new BigDecimal(text));
    }
    return JsonNodeFactory.instance.textNode(text);
  }

  private void fault(int line, String pointer, String message) {
    faults.add(new ProviderFileFault(line, pointer, message));
  }
}
