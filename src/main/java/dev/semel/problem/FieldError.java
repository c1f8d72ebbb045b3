// One fault of a request, as `errors` of a problem lists it.
package dev.semel.problem;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * One fault of a body, the query or a header.
 *
 * @param source where it is
 * @param code what is wrong
 * @param detail a plain sentence that says what to send; it never repeats what was sent
 */
public record FieldError(Source source, FieldErrorCode code, String detail) {

  /** Where a fault is. */
  public sealed interface Source {
    /** In the body: a JSON Pointer (RFC 6901), empty for the body itself. */
    record Pointer(String value) implements Source {}

    /** In the query or a header: its name. */
    record Parameter(String name) implements Source {}
  }

  /** A fault of the body at a JSON Pointer. */
  public static FieldError at(String pointer, FieldErrorCode code, String detail) {
    return new FieldError(new Source.Pointer(pointer), code, detail);
  }

  /** A fault of a query parameter or a header. */
  public static FieldError ofParameter(String name, FieldErrorCode code, String detail) {
    return new FieldError(new Source.Parameter(name), code, detail);
  }

  ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    switch (source) {
      case Source.Pointer(String value) -> json.put("pointer", value);
      case Source.Parameter(String name) -> json.put("parameter", name);
    }
    return json.put("code", code.wireName()).put("detail", detail);
  }
}
