// The pages of a partner's list: where they are, and which is the last.
package dev.semel.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.domain.RetryAfter;
import dev.semel.provider.file.Answer;
import dev.semel.provider.file.Scan;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads pages as a file says, and tells the place of the next. */
final class ScanPages {
  private static final int OK = 200;
  private static final int REDIRECTS = 300;

  private final Scan scan;

  ScanPages(Scan scan) {
    this.scan = scan;
  }

  /**
   * Which page is asked for.
   *
   * @param seen how many items the pages before it had
   * @param number its number
   * @param cursor what the partner tells it by; empty for the first
   */
  record Place(int seen, int number, String cursor) {
    Map<String, String> values() {
      return Map.of(
          "offset", Integer.toString(seen), "page", Integer.toString(number), "cursor", cursor);
    }
  }

  /** What asking for a page brought. */
  sealed interface Page {
    /** Nothing that is understood. */
    record Broken(String reason) implements Page {}

    /**
     * Items, and where more are.
     *
     * @param next empty when this was the last
     * @param at what the partner's clock said, where it told
     */
    record Listed(List<JsonNode> items, Optional<Place> next, Optional<Instant> at)
        implements Page {
      public Listed {
        items = List.copyOf(items);
      }
    }
  }

  Place first() {
    return new Place(0, scan.next().first(), "");
  }

  /** What an answer to a question for a page means. */
  Page read(Answer answer, Place place) {
    boolean good = answer.status() >= OK && answer.status() < REDIRECTS;
    if (!good || !(answer.body() instanceof Answer.Body.Json(JsonNode page))) {
      return new Page.Broken(Answers.notUnderstood(answer));
    }
    JsonNode items = page.at(scan.items());
    if (!items.isArray()) {
      return new Page.Broken("there is no list where the provider's file says");
    }
    List<JsonNode> all = items.valueStream().toList();
    Optional<Instant> at = RetryAfter.answeredAt(answer.headers());
    return switch (more(page, all)) {
      case NO -> new Page.Listed(all, Optional.empty(), at);
      case YES -> next(page, new Page.Listed(all, Optional.empty(), at), place);
      case NOT_SAID ->
          new Page.Broken("the page does not say, where the file says, whether it is the last");
    };
  }

  /** Whether there is another page. */
  private enum More {
    YES,
    NO,
    NOT_SAID
  }

  private More more(JsonNode page, List<JsonNode> items) {
    if (scan.next().by() == Scan.By.NOTHING) {
      return More.NO;
    }
    if (scan.next().more().isPresent()) {
      JsonNode said = page.at(scan.next().more().get());
      return said.isBoolean() ? (said.booleanValue() ? More.YES : More.NO) : More.NOT_SAID;
    }
    if (scan.next().by() == Scan.By.CURSOR) {
      JsonNode cursor = page.at(scan.next().at());
      boolean end = cursor.isNull() || (cursor.isTextual() && cursor.asText().isEmpty());
      return end ? More.NO : cursor.isValueNode() ? More.YES : More.NOT_SAID;
    }
    return items.isEmpty() ? More.NO : More.YES;
  }

  private Page next(JsonNode page, Page.Listed listed, Place place) {
    List<JsonNode> items = listed.items();
    boolean stands = items.isEmpty() && scan.next().by() != Scan.By.CURSOR;
    if (stands) {
      return new Page.Broken("a page says that there are more, and has none to go on from");
    }
    String cursor =
        switch (scan.next().by()) {
          case NOTHING, OFFSET, PAGE -> "";
          case LAST_ITEM -> text(items.getLast().at(scan.next().at()));
          case CURSOR -> text(page.at(scan.next().at()));
        };
    boolean needed = !scan.next().by().countsItems();
    if (needed && (cursor.isEmpty() || cursor.equals(place.cursor()))) {
      return new Page.Broken("the way to the next page is missing, or leads to the same one");
    }
    Place next = new Place(place.seen() + items.size(), place.number() + 1, cursor);
    return new Page.Listed(items, Optional.of(next), listed.at());
  }

  private static String text(JsonNode value) {
    return value.isValueNode() && !value.isNull() ? value.asText() : "";
  }
}
