package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A JSON body whose texts are templates. It is rendered into a tree, never pasted together as text,
 * so that no value can break out of its place.
 */
public sealed interface TemplateTree {
  /** An object; a member whose value is an optional template without a value is left out. */
  record Members(Map<String, TemplateTree> members) implements TemplateTree {
    public Members {
      members = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(members));
    }
  }

  /** An array; an element that is an optional template without a value is left out. */
  record Elements(List<TemplateTree> elements) implements TemplateTree {
    public Elements {
      elements = List.copyOf(elements);
    }
  }

  /** A number, a boolean or null. */
  record Constant(JsonNode value) implements TemplateTree {}

  /** A text with places for values. */
  record Text(Template template) implements TemplateTree {}

  /**
   * The tree with its values.
   *
   * @throws RenderingException when a value that is needed is missing; names it
   */
  default Optional<JsonNode> render(TemplateValues values) throws RenderingException {
    return switch (this) {
      case Members object -> Optional.of(renderObject(object, values));
      case Elements array -> Optional.of(renderArray(array, values));
      case Constant constant -> Optional.of(constant.value());
      case Text text -> text.template().value(values);
    };
  }

  /** All templates in the tree. */
  default Stream<Template> templates() {
    return switch (this) {
      case Members object -> object.members().values().stream().flatMap(TemplateTree::templates);
      case Elements array -> array.elements().stream().flatMap(TemplateTree::templates);
      case Constant _ -> Stream.empty();
      case Text text -> Stream.of(text.template());
    };
  }

  private static ObjectNode renderObject(Members object, TemplateValues values)
      throws RenderingException {
    ObjectNode rendered = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, TemplateTree> member : object.members().entrySet()) {
      member.getValue().render(values).ifPresent(value -> rendered.set(member.getKey(), value));
    }
    return rendered;
  }

  private static ArrayNode renderArray(Elements array, TemplateValues values)
      throws RenderingException {
    ArrayNode rendered = JsonNodeFactory.instance.arrayNode();
    for (TemplateTree element : array.elements()) {
      element.render(values).ifPresent(rendered::add);
    }
    return rendered;
  }
}
