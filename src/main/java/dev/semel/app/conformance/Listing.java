// One page of a partner's list of payments.
package dev.semel.app.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.semel.app.conformance.Dialect.Call;
import dev.semel.app.conformance.Phrase.MissingValueException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One page of a partner's list of payments, as a request asks for it. */
final class Listing {
  private static final int DEFAULT_SIZE = 10;

  private final Call call;
  private final Places request;
  private final List<Payment> all;

  /**
   * A list.
   *
   * @param all what could be in it, newest first
   */
  Listing(Call call, Places request, List<Payment> all) {
    this.call = call;
    this.request = request;
    this.all = all;
  }

  /** The places of one page: its items, and how it goes on. */
  Places page(Function<Payment, Places> about) {
    List<Payment> fitting = all.stream().filter(this::fits).toList();
    int size = number("size").orElseGet(() -> number("default").orElse(DEFAULT_SIZE));
    int from = from(fitting, size);
    List<Payment> shown = fitting.stream().skip(from).limit(size).toList();
    boolean more = from + shown.size() < fitting.size();
    ArrayNode items = JsonNodeFactory.instance.arrayNode();
    JsonNode item = call.item().orElseThrow();
    shown.forEach(payment -> items.add(Phrase.tree(item, about.apply(payment))));
    Places next = more ? Places.of("next", next(shown, from, size)) : _ -> Optional.empty();
    return Places.of("items", items)
        .or(Places.of("more", BooleanNode.valueOf(more)))
        .or(Places.of("count", IntNode.valueOf(shown.size())))
        .or(next);
  }

  private boolean fits(Payment payment) {
    return text(call.texts().get("reference")).map(payment.reference()::equals).orElse(true)
        && time("since").map(at -> !payment.madeAt().isBefore(at)).orElse(true)
        && time("until").map(at -> !payment.madeAt().isAfter(at)).orElse(true);
  }

  private int from(List<Payment> fitting, int size) {
    Optional<String> after = text(call.page().get("after"));
    if (after.isPresent()) {
      return (int)
          (1 + fitting.stream().takeWhile(payment -> !payment.id().equals(after.get())).count());
    }
    int first = number("first").orElse(1);
    return number("number").map(page -> (page - first) * size).or(() -> number("from")).orElse(0);
  }

  private JsonNode next(List<Payment> shown, int from, int size) {
    if (call.page().containsKey("after")) {
      return TextNode.valueOf(shown.getLast().id());
    }
    int first = number("first").orElse(1);
    return IntNode.valueOf(
        call.page().containsKey("number") ? first + from / size + 1 : from + shown.size());
  }

  private Optional<String> text(@Nullable String template) {
    return template == null ? Optional.empty() : Phrase.text(template, request);
  }

  private Optional<Integer> number(String name) {
    try {
      return text(call.page().get(name)).filter(text -> !text.isEmpty()).map(Integer::valueOf);
    } catch (NumberFormatException e) {
      throw new MissingValueException("'" + name + "' of the page is no number");
    }
  }

  private Optional<Instant> time(String name) {
    return text(call.texts().get(name)).filter(text -> !text.isEmpty()).map(Listing::instant);
  }

  /** Seconds, milliseconds, or any usual form; without an offset it is of UTC. */
  private static Instant instant(String text) {
    try {
      if (text.matches("[0-9]{9,11}")) {
        return Instant.ofEpochSecond(Long.parseLong(text));
      }
      if (text.matches("[0-9]{12,14}")) {
        return Instant.ofEpochMilli(Long.parseLong(text));
      }
      if (text.length() == "2030-01-01".length()) {
        return LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC);
      }
      return text.matches(".*(Z|[+-][0-9:]{4,6})")
          ? OffsetDateTime.parse(text).toInstant()
          : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      throw new MissingValueException("'" + text + "' is no time");
    }
  }
}
