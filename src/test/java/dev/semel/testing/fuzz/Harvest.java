// What a party has learned from its answers: ids, references, cursors, tags, keys that it used.
package dev.semel.testing.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Things that exist, by kind. Safe to share between threads; the oldest are forgotten. */
final class Harvest {

  /** An id as the server makes it, wherever it stands in a text. */
  static final Pattern ID = Pattern.compile("(?<![a-z0-9])[a-z]{2,5}_[0-9a-hjkmnp-tv-z]{26}");

  private static final int MOST = 300;
  private static final String IDS = "id ";
  private static final String STATUS = "status ";
  private static final List<String> TEXTS =
      List.of("reference", "client_reference", "payment_reference", "provider_payout_id", "name");

  private final Map<String, List<String>> kinds = new HashMap<>();

  /** Remembers what an answer holds. */
  synchronized void learn(String operation, JsonNode answer) {
    walk(operation, "", answer);
  }

  /** Remembers one thing. */
  synchronized void learn(String kind, String value) {
    List<String> known = kinds.computeIfAbsent(kind, any -> new ArrayList<>());
    if (!known.contains(value)) {
      known.add(value);
    }
    if (known.size() > MOST) {
      // The first ones stay: they were made so that every operation has something to work with.
      known.remove(MOST / 4);
    }
  }

  /** One of what is known of a kind: a member's name, or {@code cursor} and the operation. */
  synchronized Optional<String> any(String kind, Dice dice) {
    return pick(kinds.getOrDefault(kind, List.of()), dice);
  }

  /** All that is known of a kind. */
  synchronized List<String> all(String kind) {
    return List.copyOf(kinds.getOrDefault(kind, List.of()));
  }

  /** One of the ids that fit a pattern. */
  synchronized Optional<String> id(String pattern, Dice dice) {
    return pick(ids(pattern), dice);
  }

  /** The ids that fit a pattern, the oldest first. */
  synchronized List<String> ids(String pattern) {
    List<String> found = new ArrayList<>();
    kinds.forEach(
        (kind, values) -> {
          if (kind.startsWith(IDS) && Patterns.fits(pattern, values.getFirst())) {
            found.addAll(values);
          }
        });
    return found;
  }

  /** Any id at all. */
  synchronized Optional<String> anyId(Dice dice) {
    List<String> names = kinds.keySet().stream().filter(k -> k.startsWith(IDS)).sorted().toList();
    return names.isEmpty()
        ? Optional.empty()
        : pick(kinds.getOrDefault(dice.pick(names), List.of()), dice);
  }

  private static void forget(String kind, List<String> known, String id) {
    if (kind.startsWith(STATUS)) {
      known.remove(id);
    }
  }

  private static Optional<String> pick(List<String> from, Dice dice) {
    return from.isEmpty() ? Optional.empty() : Optional.of(dice.pick(from));
  }

  private void walk(String operation, String name, JsonNode node) {
    if (node.isTextual()) {
      String text = node.textValue();
      Matcher id = ID.matcher(text);
      if (id.matches()) {
        learn(IDS + text.substring(0, text.indexOf('_')), text);
      } else if (name.equals("next_cursor")) {
        learn("cursor " + operation, text);
      } else if (TEXTS.contains(name)) {
        learn(name, text);
      }
    }
    if (node.path("id").isTextual() && node.path("status").isTextual()) {
      String id = node.path("id").textValue();
      kinds.forEach((kind, known) -> forget(kind, known, id));
      learn(STATUS + node.path("status").textValue(), id);
    }
    node.properties().forEach(member -> walk(operation, member.getKey(), member.getValue()));
    if (node.isArray()) {
      node.forEach(item -> walk(operation, name, item));
    }
  }
}
