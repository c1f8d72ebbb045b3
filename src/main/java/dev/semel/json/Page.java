// A page of a list, as every list answers.
package dev.semel.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;

/** A page of a list: {@code data} and {@code next_cursor}, which is null on the last page. */
public final class Page {
  private Page() {}

  /**
   * A page of rows.
   *
   * @param rows the rows from the page's start on, one more than {@code limit} where there are more
   * @param limit how many rows the page has at most
   * @param position where a row stands in the list, such as its id
   * @param json how a row is shown
   */
  public static <T> ObjectNode of(
      List<T> rows, int limit, Function<T, String> position, Function<T, JsonNode> json) {
    List<T> shown = rows.subList(0, Math.min(limit, rows.size()));
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    ArrayNode data = page.putArray("data");
    shown.forEach(row -> data.add(json.apply(row)));
    page.put("next_cursor", rows.size() > limit ? cursor(position.apply(shown.getLast())) : null);
    return page;
  }

  private static String cursor(String position) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(position.getBytes(StandardCharsets.UTF_8));
  }
}
