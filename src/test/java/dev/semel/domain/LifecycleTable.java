package dev.semel.domain;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Reads {@code lifecycle.txt}, in which people wrote what every event does in every state. The file
 * explains its own words.
 */
final class LifecycleTable {
  private final Map<PayoutState, List<String>> given = new EnumMap<>(PayoutState.class);
  private final List<Block> blocks = new ArrayList<>();

  /** Events that mean the same, and what they do. */
  record Block(List<Written> events, List<Row> rows) {}

  /** An event as the table writes it. */
  record Written(String words, PayoutEvent event) {}

  /** What the events of a block do to a payout. */
  record Row(int line, PayoutSnapshot payout, String facts, String outcome) {
    /** Where a person finds the row, and what it says. */
    String where(Written written) {
      return "lifecycle.txt:%d: %s, %s [%s]"
          .formatted(line, written.words(), payout.state().wireName(), facts);
    }
  }

  static LifecycleTable read() {
    try (InputStream file = LifecycleTable.class.getResourceAsStream("/lifecycle.txt")) {
      if (file == null) {
        throw new IllegalStateException("lifecycle.txt is not among the test resources");
      }
      return new LifecycleTable(new String(file.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private LifecycleTable(String text) {
    boolean inGiven = false;
    boolean inHead = false;
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      if (line.equals("given")) {
        inGiven = true;
      } else if (line.startsWith("event ")) {
        inGiven = false;
        if (!inHead) {
          blocks.add(new Block(new ArrayList<>(), new ArrayList<>()));
        }
        inHead = true;
        String words = line.substring("event ".length());
        blocks.getLast().events().add(new Written(words, LifecycleWords.event(words)));
      } else if (inGiven) {
        List<String> cells = cells(line, 2, i + 1);
        given.put(PayoutState.ofWireName(cells.get(0)), words(cells.get(1)));
      } else {
        inHead = false;
        addRows(line, i + 1);
      }
    }
  }

  private void addRows(String line, int number) {
    List<String> cells = cells(line, 4, number);
    for (String state : words(cells.get(0))) {
      PayoutSnapshot payout = payout(PayoutState.ofWireName(state), words(cells.get(1)));
      String outcome = outcome(cells.get(2), words(cells.get(3)));
      blocks.getLast().rows().add(new Row(number, payout, cells.get(1), outcome));
    }
  }

  private PayoutSnapshot payout(PayoutState state, List<String> facts) {
    List<String> usual =
        Optional.ofNullable(given.get(state))
            .orElseThrow(() -> new IllegalStateException("nothing is given for " + state));
    Sample sample = Sample.in(state);
    usual.forEach(fact -> LifecycleWords.apply(fact, sample));
    facts.forEach(fact -> LifecycleWords.apply(fact, sample));
    return sample.payout();
  }

  List<Block> blocks() {
    return blocks;
  }

  /** A decision in the words of the table. */
  static String wordsOf(Decision decision) {
    TreeSet<String> also = new TreeSet<>();
    decision.cases().forEach(kind -> also.add("case " + WireNames.of(kind)));
    decision.alerts().forEach(kind -> also.add("alert " + WireNames.of(kind)));
    return switch (decision) {
      case Decision.Applied applied ->
          outcome("-> " + applied.next().wireName(), List.copyOf(also));
      case Decision.Refused refused ->
          outcome("refused " + WireNames.of(refused.reason()), List.copyOf(also));
    };
  }

  private static String outcome(String outcome, List<String> also) {
    return also.isEmpty() ? outcome : outcome + " | " + String.join(", ", new TreeSet<>(also));
  }

  private static List<String> cells(String line, int count, int number) {
    List<String> cells = Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
    if (cells.size() != count) {
      throw new IllegalArgumentException(
          "lifecycle.txt:%d has %d cells where %d are needed"
              .formatted(number, cells.size(), count));
    }
    return cells;
  }

  private static List<String> words(String cell) {
    return Arrays.stream(cell.split(","))
        .map(String::strip)
        .filter(word -> !word.isEmpty())
        .toList();
  }
}
