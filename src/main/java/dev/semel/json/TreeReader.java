// Builds the tree from the parser's tokens, watching what Jackson's own tree building lets pass.
package dev.semel.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.problem.FieldError;
import dev.semel.problem.FieldErrorCode;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one JSON value from a parser, to its end. Used once. */
final class TreeReader {

  /**
   * Decimal exponents beyond this make a number that nobody means and that costs memory to write.
   */
  private static final int MAX_EXPONENT = 400;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final JsonParser parser;
  private final List<FieldError> errors = new ArrayList<>();
  private int values;

  TreeReader(JsonParser parser) {
    this.parser = parser;
  }

  /**
   * Where a value stands; its pointer is written only for a fault.
   *
   * @param above where the object or array around it stands, or null for the body itself
   * @param name its name, or null in an array
   * @param index its index in an array
   */
  private record Place(@Nullable Place above, @Nullable String name, int index) {
    static final Place BODY = new Place(null, null, 0);

    String pointer() {
      if (above == null) {
        return "";
      }
      return name == null
          ? JsonPointers.item(above.pointer(), index)
          : JsonPointers.member(above.pointer(), name);
    }
  }

  JsonNode read() throws IOException {
    JsonNode value = value(parser.nextToken(), Place.BODY, 0);
    if (parser.nextToken() != null) {
      throw StrictJson.malformed("The body goes on after its end" + place() + ".");
    }
    if (!errors.isEmpty()) {
      throw ProblemException.invalid(errors);
    }
    return value;
  }

  /**
   * Where a parser's fault is, such as " at line 3, column 14", or nothing when it does not say.
   */
  static String place(JsonProcessingException fault) {
    if (fault instanceof StreamConstraintsException) {
      return " within the limits for names and numbers";
    }
    return place(fault.getLocation());
  }

  private String place() {
    return place(parser.currentTokenLocation());
  }

  private static String place(@Nullable JsonLocation at) {
    return at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
  }

  private JsonNode value(@Nullable JsonToken token, Place at, int depth) throws IOException {
    if (token == null) {
      throw StrictJson.malformed("The body ends too early.");
    }
    count();
    return switch (token) {
      case START_OBJECT -> object(at, deeper(depth));
      case START_ARRAY -> array(at, deeper(depth));
      case VALUE_STRING -> NODES.textNode(checked(parser.getText(), at));
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(at);
      case VALUE_TRUE -> NODES.booleanNode(true);
      case VALUE_FALSE -> NODES.booleanNode(false);
      case VALUE_NULL -> NODES.nullNode();
      // Jackson's enum, not ours: these never start a value.
      case END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
          throw StrictJson.malformed("The body is not well-formed JSON" + place() + ".");
    };
  }

  private void count() {
    values++;
    if (values > StrictJson.MAX_VALUES) {
      throw new ProblemException(
          ProblemType.CONTENT_TOO_LARGE,
          "The body holds more than "
              + StrictJson.MAX_VALUES
              + " values and names. Send a smaller one.");
    }
  }

  private int deeper(int depth) {
    if (depth == StrictJson.MAX_NESTING) {
      throw StrictJson.malformed(
          "The body is nested over " + StrictJson.MAX_NESTING + " levels" + place() + ".");
    }
    return depth + 1;
  }

  private ObjectNode object(Place at, int depth) throws IOException {
    ObjectNode object = NODES.objectNode();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      count();
      String name = parser.currentName();
      if (object.has(name)) {
        throw StrictJson.malformed("The body has a member twice in one object" + place() + ".");
      }
      boolean kept = keepable(name);
      if (!kept) {
        badCharacter(at, "A member's name");
      }
      // A name that can't be written has no pointer of its own: its object stands for it.
      object.set(name, value(parser.nextToken(), kept ? new Place(at, name, 0) : at, depth));
    }
    return object;
  }

  private ArrayNode array(Place at, int depth) throws IOException {
    ArrayNode array = NODES.arrayNode();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      array.add(value(token, new Place(at, null, array.size()), depth));
    }
    return array;
  }

  private JsonNode number(Place at) throws IOException {
    BigDecimal value = decimal(parser.getText());
    if (value == null) {
      fault(at, FieldErrorCode.OUT_OF_RANGE, "Send a number with a smaller exponent.");
      return NODES.nullNode();
    }
    return DecimalNode.valueOf(value);
  }

  /** The number, or null when its exponent is beyond what anybody means. */
  private static @Nullable BigDecimal decimal(String text) {
    try {
      BigDecimal value = new BigDecimal(text);
      long magnitude = (long) value.precision() - value.scale();
      return Math.max(Math.abs(magnitude), Math.abs((long) value.scale())) > MAX_EXPONENT
          ? null
          : value;
    } catch (NumberFormatException e) {
      // The parser has checked the form: only the exponent can be too large for a BigDecimal.
      return null;
    }
  }

  private String checked(String text, Place at) {
    if (!keepable(text)) {
      badCharacter(at, "A text");
    }
    return text;
  }

  private void badCharacter(Place at, String what) {
    fault(
        at,
        FieldErrorCode.BAD_CHARACTER,
        what + " must not hold a NUL or half of a surrogate pair.");
  }

  /** Keeps as many faults as tell that there are more than are listed: pointers may be long. */
  private void fault(Place at, FieldErrorCode code, String detail) {
    if (errors.size() <= ProblemException.LISTED_ERRORS) {
      errors.add(FieldError.at(at.pointer(), code, detail));
    }
  }

  /** Whether PostgreSQL and UTF-8 can hold the text. */
  private static boolean keepable(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0 || Character.isLowSurrogate(c)) {
        return false;
      }
      if (Character.isHighSurrogate(c)) {
        i++;
        if (i == text.length() || !Character.isLowSurrogate(text.charAt(i))) {
          return false;
        }
      }
    }
    return true;
  }
}
