package dev.semel.domain;

import dev.semel.domain.LifecycleSpace.Edge;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The changes of state as ways of a graph that a person can take in. What the provider says leads
 * from each of several states to each of several others; these ways are drawn through one knot, the
 * provider's word.
 */
final class LifecycleGraph {
  private LifecycleGraph() {}

  /**
   * A way between two states, or into or out of the provider's word where one of them is missing.
   */
  record Way(Optional<PayoutState> from, Optional<PayoutState> to) implements Comparable<Way> {
    static Way between(PayoutState from, PayoutState to) {
      return new Way(Optional.of(from), Optional.of(to));
    }

    static Way intoWord(PayoutState from) {
      return new Way(Optional.of(from), Optional.empty());
    }

    static Way outOfWord(PayoutState to) {
      return new Way(Optional.empty(), Optional.of(to));
    }

    /** Final states are left by the provider's word alone. */
    boolean byProvidersWord() {
      return from.isEmpty() || to.isEmpty() || from.get().terminal();
    }

    @Override
    public int compareTo(Way other) {
      Comparator<Way> order = Comparator.comparingInt((Way way) -> ordinal(way.from));
      return order.thenComparingInt(way -> ordinal(way.to)).compare(this, other);
    }

    private static int ordinal(Optional<PayoutState> state) {
      return state.map(PayoutState::ordinal).orElse(PayoutState.values().length);
    }
  }

  /** Every way, with the words that are written at it, one or more lines. */
  static Map<Way, List<String>> ways() {
    Map<Way, Set<String>> ways = new TreeMap<>();
    for (Edge edge : LifecycleSpace.edges()) {
      if (isThroughWord(edge)) {
        ways.computeIfAbsent(Way.intoWord(edge.from()), _ -> new LinkedHashSet<>());
        ways.computeIfAbsent(Way.outOfWord(edge.to()), _ -> new LinkedHashSet<>())
            .add(edge.by().shortly());
      } else {
        ways.computeIfAbsent(Way.between(edge.from(), edge.to()), _ -> new LinkedHashSet<>())
            .add(wordsOf(edge));
      }
    }
    ways.forEach(
        (way, words) ->
            way.from()
                .filter(_ -> way.to().isEmpty())
                .ifPresent(from -> words.addAll(wordsInto(from))));
    Map<Way, List<String>> lines = new TreeMap<>();
    ways.forEach((way, words) -> lines.put(way, withoutNarrower(words)));
    return lines;
  }

  /**
   * From a final state the provider's word leads to one place only, and so it does where the
   * present attempt is over beside another one.
   */
  private static boolean isThroughWord(Edge edge) {
    return edge.by().isProvidersWord()
        && !edge.from().terminal()
        && edge.to() != PayoutState.SUBMISSION_UNKNOWN;
  }

  /** The event, and which payouts it moves where others of the same state are moved elsewhere. */
  private static String wordsOf(Edge edge) {
    if (edge.facts().equals(LifecycleSpace.BESIDE) && edge.to() == PayoutState.SUBMISSION_UNKNOWN) {
      return "it is over, " + LifecycleSpace.BESIDE;
    }
    boolean special =
        edge.facts().startsWith("after an unknown")
            || edge.facts().startsWith("by after_paid")
            || edge.facts().startsWith("holding other terms");
    return special ? edge.by().shortly() + ", " + edge.facts() : edge.by().shortly();
  }

  /** Without words that say the same of fewer payouts, or with more people, than others do. */
  private static List<String> withoutNarrower(Set<String> words) {
    return words.stream()
        .filter(
            word ->
                words.stream()
                    .noneMatch(
                        other ->
                            word.startsWith(other + ", ") || word.equals(other + " by two people")))
        .toList();
  }

  /**
   * Which payouts of a state the provider's word moves, where not all, and where it leads, where
   * not everywhere.
   */
  private static List<String> wordsInto(PayoutState from) {
    List<Edge> said =
        LifecycleSpace.edges().stream().filter(LifecycleGraph::isThroughWord).toList();
    Set<String> moved =
        said.stream()
            .filter(edge -> edge.from() == from)
            .map(Edge::facts)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    List<String> words = new ArrayList<>();
    boolean all = moved.size() == LifecycleSpace.standings(from).size();
    if (!all) {
      words.add(String.join(", ", moved));
    }
    Set<PayoutState> reached = reachedFrom(said, from);
    Set<PayoutState> everywhere = EnumSet.copyOf(said.stream().map(Edge::to).toList());
    everywhere.remove(from);
    if (!reached.equals(everywhere)) {
      words.add(
          "only to "
              + reached.stream().map(PayoutState::wireName).collect(Collectors.joining(", ")));
    }
    return words.isEmpty() ? List.of() : List.of(String.join("; ", words));
  }

  private static Set<PayoutState> reachedFrom(List<Edge> said, PayoutState from) {
    return said.stream()
        .filter(edge -> edge.from() == from)
        .map(Edge::to)
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(PayoutState.class)));
  }

  /** The graph in Mermaid's words. */
  static String mermaid() {
    StringBuilder text = new StringBuilder("stateDiagram-v2\n  direction LR\n");
    text.append("  state \"the provider says how it stands\" as word\n");
    text.append(
        "  [*] --> awaiting_funds: accepted, unfunded\n  [*] --> ready: accepted, funded\n");
    ways()
        .forEach(
            (way, words) ->
                text.append(
                    "  %s --> %s%s\n".formatted(name(way.from()), name(way.to()), label(words))));
    for (PayoutState state : PayoutState.values()) {
      if (state.terminal()) {
        text.append("  %s --> [*]\n".formatted(state.wireName()));
      }
    }
    return text.toString();
  }

  private static String name(Optional<PayoutState> state) {
    return state.map(PayoutState::wireName).orElse("word");
  }

  private static String label(List<String> words) {
    return words.isEmpty() ? "" : ": " + String.join(" / ", words).replace(";", ",");
  }
}
