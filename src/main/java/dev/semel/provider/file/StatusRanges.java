package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.provider.file.Condition.StatusRange;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the {@code status} of a rule: numbers, classes such as {@code 2xx}, and lists of both. */
final class StatusRanges {
  static final int LOWEST = 100;
  static final int HIGHEST = 599;
  private static final int REQUEST_TIMEOUT = 408;
  private static final Pattern CLASS = Pattern.compile("[1-5]xx");
  private static final Pattern NUMBER = Pattern.compile("[1-5][0-9][0-9]");

  private StatusRanges() {}

  /** The ranges that are named; empty when none is. What is no status is left out. */
  static List<StatusRange> of(JsonNode status) {
    return elements(status).map(StatusRanges::range).flatMap(Optional::stream).toList();
  }

  /** True when every element is a status or a class. */
  static boolean sound(JsonNode status) {
    return elements(status).allMatch(element -> range(element).isPresent());
  }

  /**
   * Whether an answer of this status may be believed to be one to our request. Informational ones
   * come before the answer, a redirect sends the request elsewhere, and a 408 says that it was not
   * read in time: what became of it, none of them tells.
   */
  static boolean answers(int status) {
    boolean redirects = status >= 300 && status < 400;
    return status >= 200 && !redirects && status != REQUEST_TIMEOUT;
  }

  private static Stream<JsonNode> elements(JsonNode status) {
    if (status.isMissingNode()) {
      return Stream.empty();
    }
    return status.isArray() ? status.valueStream() : Stream.of(status);
  }

  private static Optional<StatusRange> range(JsonNode element) {
    String text = element.asText();
    if (CLASS.matcher(text).matches()) {
      int from = (text.charAt(0) - '0') * 100;
      return Optional.of(new StatusRange(from, from + 99));
    }
    if (NUMBER.matcher(text).matches()) {
      int status = Integer.parseInt(text);
      return Optional.of(new StatusRange(status, status));
    }
    return Optional.empty();
  }
}
