package dev.semel.provider.file;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * When a rule applies: all of what it asks has to be so.
 *
 * @param status the statuses of which one is needed; empty means any
 * @param body what is asked of values in the body
 * @param header what is asked of headers
 */
public record Condition(
    List<StatusRange> status, Map<JsonPointer, ValueTest> body, Map<String, ValueTest> header) {
  public Condition {
    status = List.copyOf(status);
    body = Map.copyOf(body);
    header = Map.copyOf(header);
  }

  /** Statuses from one to another, both included: 422 to 422, or 200 to 299. */
  public record StatusRange(int from, int to) {
    boolean holds(int status) {
      return status >= from && status <= to;
    }
  }

  /**
   * Whether an answer is as asked. A body that is not JSON fits nothing that is asked of a body.
   */
  public boolean fits(Answer answer) {
    boolean statusFits =
        status.isEmpty() || status.stream().anyMatch(range -> range.holds(answer.status()));
    boolean bodyFits = body.isEmpty() || (!answer.unreadable() && allOfBody(answer));
    return statusFits && bodyFits && headersFit(answer.headers());
  }

  /** Whether headers are as asked; any one of a header's values will do. */
  boolean headersFit(Map<String, List<String>> headers) {
    return header.entrySet().stream()
        .allMatch(
            asked -> {
              List<String> values =
                  headers.getOrDefault(asked.getKey().toLowerCase(Locale.ROOT), List.of());
              return values.isEmpty()
                  ? asked.getValue().fits(MissingNode.getInstance())
                  : values.stream().anyMatch(v -> asked.getValue().fits(TextNode.valueOf(v)));
            });
  }

  private boolean allOfBody(Answer answer) {
    return body.entrySet().stream()
        .allMatch(asked -> asked.getValue().fits(answer.json().at(asked.getKey())));
  }
}
