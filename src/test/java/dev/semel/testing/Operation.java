// One operation of a contract.
package dev.semel.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.regex.Pattern;

/**
 * One operation.
 *
 * @param method in lower case
 * @param template the path with its variables in braces
 * @param node what the file says of it
 */
public record Operation(String method, String template, JsonNode node) {

  /** Its name. */
  public String id() {
    return node.path("operationId").asText();
  }

  /** Whether a raw path, without its query, is one of this operation's. */
  public boolean takes(String path) {
    StringBuilder form = new StringBuilder();
    for (String segment : template.substring(1).split("/", -1)) {
      form.append('/').append(segment.startsWith("{") ? "[^/]+" : Pattern.quote(segment));
    }
    return path.matches(form.toString());
  }

  @Override
  public String toString() {
    return method + " " + template;
  }
}
