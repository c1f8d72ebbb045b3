// One fault of a request, as `errors` of a problem lists it.
package dev.semel.problem;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;

/**
 * One fault of a body, the query or a header.
 *
 * @param source where it is
 * @param code what is wrong
 * @param detail a plain sentence that says what to send; it never repeats what was sent
 * @param members more members that it has, such as {@code payout_id}
 */
public record FieldError(
    Source source, FieldErrorCode code, String detail, Map<String, String> members) {
  public FieldError {
    members = Map.copyOf(members);
  }

  /** Where a fault is. */
  public sealed interface Source {
    /** In the body: a JSON Pointer (RFC 6901), empty for the body itself. */
    record Pointer(String value) implements Source {}

    /** In the query or a header: its name. */
    record Parameter(String name) implements Source {}
  }

  /** A fault of the body at a JSON Pointer. */
  public static FieldError at(String pointer, FieldErrorCode code, String detail) {
    return new FieldError(new Source.Pointer(pointer), code, detail, Map.of());
  }

  /** A fault of a query parameter or a header. */
  public static FieldError ofParameter(String name, FieldErrorCode code, String detail) {
    return new FieldError(new Source.Parameter(name), code, detail, Map.of());
  }

  /** The same fault, with one more member; the contract names those that there are. */
  public FieldError withMember(String name, String value) {
    Map<String, String> more = new HashMap<>(members);
    more.put(name, value);
    return new FieldError(source, code, detail, more);
  }

  /** The same fault of a body that stands inside another at a JSON Pointer. */
  public FieldError below(String pointer) {
    return switch (source) {
      case Source.Pointer(String value) ->
          new FieldError(new Source.Pointer(pointer + value), code, detail, members);
      case Source.Parameter _ -> this;
    };
  }

  ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    switch (source) {
      case Source.Pointer(String value) -> json.put("pointer", value);
      case Source.Parameter(String name) -> json.put("parameter", name);
    }
    json.put("code", code.wireName()).put("detail", detail);
    members.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(member -> json.put(member.getKey(), member.getValue()));
    return json;
  }
}
