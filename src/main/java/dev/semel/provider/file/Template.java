// Templates: ${path}, ${path?}, ${path | filter}.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with places for values. It is read once, when the file is loaded; values are put in as
 * data and are never read as templates. A doubled dollar before a brace stands for one and the
 * brace.
 */
public final class Template {
  private static final Pattern SLOT =
      Pattern.compile(
          "\\s*([a-z][a-z0-9_]*(?:\\.[a-z][a-z0-9_]*)+)(\\?)?\\s*((?:\\|\\s*[a-z_]+(?:\\([0-9]{1,4}\\))?\\s*)*)");
  private static final Pattern FILTER = Pattern.compile("([a-z_]+)(?:\\(([0-9]{1,4})\\))?");

  private final List<Part> parts;

  private Template(List<Part> parts) {
    this.parts = List.copyOf(parts);
  }

  /** A piece of a template. */
  sealed interface Part {}

  /** Text that stands for itself. */
  record Fixed(String text) implements Part {}

  /**
   * A place for a value.
   *
   * @param path where the value is, such as {@code beneficiary.name}
   * @param optional whether it may be missing
   * @param filters what is done to it, in order
   */
  record Slot(String path, boolean optional, List<Filter.Use> filters) implements Part {
    Slot {
      filters = List.copyOf(filters);
    }

    Optional<JsonNode> value(TemplateValues values) throws RenderingException {
      Optional<JsonNode> found = values.find(path);
      if (found.isEmpty() && !optional) {
        throw new RenderingException(path + " is missing");
      }
      return found.isEmpty() ? found : Optional.of(filtered(found.get()));
    }

    private JsonNode filtered(JsonNode value) throws RenderingException {
      JsonNode result = value;
      for (Filter.Use filter : filters) {
        try {
          result = filter.apply(result);
        } catch (RenderingException e) {
          throw new RenderingException(path + " " + e.getMessage());
        }
      }
      if (result.isTextual() && result.asText().isBlank()) {
        throw new RenderingException(path + " has nothing left once it is written for the partner");
      }
      return result;
    }
  }

  static Template parse(String text) throws TemplateSyntaxException {
    List<Part> parts = new ArrayList<>();
    StringBuilder fixed = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      if (text.startsWith("$${", at)) {
        fixed.append("${");
        at += 3;
      } else if (text.startsWith("${", at)) {
        int end = text.indexOf('}', at);
        if (end < 0) {
          throw new TemplateSyntaxException("A template begins with ${ and never ends; add the }.");
        }
        addFixed(parts, fixed);
        parts.add(slot(text.substring(at + 2, end)));
        at = end + 1;
      } else {
        fixed.append(text.charAt(at));
        at++;
      }
    }
    addFixed(parts, fixed);
    return new Template(parts);
  }

  private static void addFixed(List<Part> parts, StringBuilder fixed) {
    if (!fixed.isEmpty()) {
      parts.add(new Fixed(fixed.toString()));
      fixed.setLength(0);
    }
  }

  private static Slot slot(String inside) throws TemplateSyntaxException {
    Matcher matcher = SLOT.matcher(inside);
    if (!matcher.matches()) {
      throw new TemplateSyntaxException(
          "'${" + inside + "}' is not a template; write it like ${payout.amount | number}.");
    }
    List<Filter.Use> filters = new ArrayList<>();
    for (String written : matcher.group(3).split("\\|", -1)) {
      if (!written.isBlank()) {
        filters.add(filter(written.strip()));
      }
    }
    return new Slot(matcher.group(1), matcher.group(2) != null, filters);
  }

  private static Filter.Use filter(String written) throws TemplateSyntaxException {
    Matcher matcher = FILTER.matcher(written);
    if (matcher.matches()) {
      Optional<Filter> filter = Filter.find(matcher.group(1));
      int limit = matcher.group(2) == null ? 0 : Integer.parseInt(matcher.group(2));
      if (filter.isPresent() && filter.get().takesLimit() == limit > 0) {
        return new Filter.Use(filter.get(), limit);
      }
    }
    throw new TemplateSyntaxException(
        "There is no filter '" + written + "'; use " + Filter.known() + ".");
  }

  /** All places for values. */
  List<Slot> slots() {
    return parts.stream().filter(Slot.class::isInstance).map(Slot.class::cast).toList();
  }

  /**
   * A value that a template needs and that a payout lacks.
   *
   * @param path where the value would be
   * @param there whether it is there, and only can't be written as the template wants it
   */
  public record Lack(String path, boolean there) {}

  /** The values that are needed and missing, or that can't be written as the template wants. */
  public List<Lack> lacks(TemplateValues values) {
    return slots().stream().flatMap(slot -> lack(slot, values).stream()).toList();
  }

  private static Optional<Lack> lack(Slot slot, TemplateValues values) {
    try {
      slot.value(values);
      return Optional.empty();
    } catch (RenderingException e) {
      return Optional.of(new Lack(slot.path(), values.find(slot.path()).isPresent()));
    }
  }

  /** True when the template is one place for a value and nothing else. */
  boolean isOneSlot() {
    return parts.size() == 1 && parts.getFirst() instanceof Slot;
  }

  /**
   * The value of the template in a JSON tree: of the value's own type where the template is one
   * place alone, a text otherwise.
   *
   * @return empty when it is one optional place whose value is missing
   * @throws RenderingException when a value that is needed is missing; names it
   */
  public Optional<JsonNode> value(TemplateValues values) throws RenderingException {
    if (parts.size() == 1 && parts.getFirst() instanceof Slot slot) {
      return slot.value(values);
    }
    return Optional.of(TextNode.valueOf(text(values, UnaryOperator.identity())));
  }

  /**
   * The template as text.
   *
   * @param encoder makes each value fit for its place; fixed text is taken as it is
   * @throws RenderingException when a value is missing; names it
   */
  public String text(TemplateValues values, UnaryOperator<String> encoder)
      throws RenderingException {
    StringBuilder text = new StringBuilder();
    for (Part part : parts) {
      switch (part) {
        case Fixed fixed -> text.append(fixed.text());
        case Slot slot -> {
          JsonNode value =
              slot.value(values)
                  .orElseThrow(() -> new RenderingException(slot.path() + " is missing"));
          text.append(encoder.apply(value.asText()));
        }
      }
    }
    return text.toString();
  }
}
