// A problem as it is answered: RFC 9457 with our members.
package dev.semel.problem;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * The body of an answer that refuses a request.
 *
 * @param type what kind of problem it is
 * @param detail a plain sentence that says what to do
 * @param instance the path that was asked
 * @param requestId the request's id
 * @param errors what is wrong with the request, part by part; empty where there is nothing to point
 *     at
 * @param members more members that the type has, such as {@code payout_id}
 */
public record Problem(
    ProblemType type,
    String detail,
    String instance,
    String requestId,
    List<FieldError> errors,
    Map<String, String> members) {

  /** The media type of a problem. */
  public static final String MEDIA_TYPE = "application/problem+json";

  public Problem {
    errors = List.copyOf(errors);
    members = Map.copyOf(members);
  }

  /** The problem as JSON, members in the order in which the contract shows them. */
  public ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("type", type.path());
    json.put("title", type.title());
    json.put("status", type.status());
    json.put("detail", detail);
    json.put("instance", instance);
    json.put("request_id", requestId);
    if (!errors.isEmpty()) {
      ArrayNode array = json.putArray("errors");
      errors.forEach(error -> array.add(error.toJson()));
    }
    members.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(member -> json.put(member.getKey(), member.getValue()));
    return json;
  }

  /** The problem as the bytes of an answer's body, in UTF-8. */
  public byte[] toBytes() {
    return toJson().toString().getBytes(StandardCharsets.UTF_8);
  }
}
