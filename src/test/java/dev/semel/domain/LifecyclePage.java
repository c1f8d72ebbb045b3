package dev.semel.domain;

import dev.semel.domain.LifecycleSpace.Happening;
import dev.semel.domain.LifecycleSpace.Standing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Renders {@code docs/lifecycle.md} by asking the rules what every event does to every payout. */
final class LifecyclePage {
  private LifecyclePage() {}

  static String markdown() {
    return INTRODUCTION
        + states()
        + GRAPH
        + LifecycleGraph.mermaid()
        + TRANSITIONS
        + transitions(true)
        + REFUSALS
        + transitions(false)
        + reasons()
        + OtherAttemptPart.markdown();
  }

  private static String states() {
    StringBuilder table =
        new StringBuilder(
            "| state | meaning | may the provider hold it? | final |\n| --- | --- | --- | --- |\n");
    for (PayoutState state : PayoutState.values()) {
      table.append(
          "| %s | %s | %s | %s |\n"
              .formatted(
                  code(state),
                  state.meaning(),
                  WireNames.of(state.atProvider()).replace('_', ' '),
                  finality(state)));
    }
    return table.toString();
  }

  private static String finality(PayoutState state) {
    if (!state.terminal()) {
      return "";
    }
    String out =
        LifecycleSpace.edges().stream()
            .filter(edge -> edge.from() == state)
            .map(edge -> code(edge.to()))
            .distinct()
            .collect(Collectors.joining(", "));
    return out.isEmpty() ? "yes" : "yes, but for " + out;
  }

  /**
   * The rows of the events that are applied, or of those that are refused. Events that do the same
   * share their rows.
   */
  private static String transitions(boolean applied) {
    Map<Map<List<String>, String>, List<String>> events = new LinkedHashMap<>();
    for (Happening happening : LifecycleSpace.happenings()) {
      events
          .computeIfAbsent(rows(happening, applied), _ -> new ArrayList<>())
          .add(happening.words());
    }
    StringBuilder table =
        new StringBuilder(
            applied
                ? "| event | from | to | besides |\n"
                : "| event | in | refused because | besides |\n");
    table.append("| --- | --- | --- | --- |\n");
    events.forEach(
        (rows, words) -> {
          String name = String.join("<br>", words);
          for (Map.Entry<List<String>, String> row : rows.entrySet()) {
            table.append(
                "| %s | %s | %s | %s |\n"
                    .formatted(name, row.getValue(), row.getKey().get(0), row.getKey().get(1)));
            name = "";
          }
        });
    return table.toString();
  }

  /** What an event does, and the payouts to which it does that. */
  private static Map<List<String>, String> rows(Happening happening, boolean applied) {
    Map<List<String>, List<String>> rows = new LinkedHashMap<>();
    for (PayoutState state : PayoutState.values()) {
      outcomes(happening, state)
          .forEach(
              (outcome, facts) -> {
                if (outcome.get(2).equals("applied") == applied) {
                  rows.computeIfAbsent(outcome, _ -> new ArrayList<>()).add(named(state, facts));
                }
              });
    }
    Map<List<String>, String> named = new LinkedHashMap<>();
    rows.forEach((outcome, payouts) -> named.put(outcome, shortened(payouts)));
    return named;
  }

  /**
   * What an event does to the payouts of a state, each with the facts of the payouts to which it
   * does that.
   */
  private static Map<List<String>, List<String>> outcomes(Happening happening, PayoutState state) {
    Map<List<String>, List<String>> outcomes = new LinkedHashMap<>();
    for (Standing standing : LifecycleSpace.standings(state)) {
      if (LifecycleSpace.concerns(happening, standing.payout())) {
        Decision decision = PayoutLifecycle.decide(standing.payout(), happening.event());
        outcomes.computeIfAbsent(outcome(decision), _ -> new ArrayList<>()).add(standing.facts());
      }
    }
    return outcomes;
  }

  private static String named(PayoutState state, List<String> facts) {
    if (facts.size() == LifecycleSpace.standings(state).size()) {
      return code(state);
    }
    return facts.stream()
        .map(fact -> fact.isEmpty() ? "otherwise" : fact)
        .collect(Collectors.joining("; ", code(state) + " (", ")"));
  }

  /** Most states in one row are the rest: the others are named in other rows of the event. */
  private static String shortened(List<String> payouts) {
    long whole = payouts.stream().filter(payout -> payout.endsWith("`")).count();
    if (whole == PayoutState.values().length) {
      return "every state";
    }
    if (whole <= PayoutState.values().length / 2) {
      return String.join(", ", payouts);
    }
    Stream<String> parts = payouts.stream().filter(payout -> !payout.endsWith("`"));
    return Stream.concat(parts, Stream.of("every other state")).collect(Collectors.joining(", "));
  }

  static String besides(Decision decision) {
    return Stream.concat(
            decision.cases().stream().sorted().map(kind -> "case `" + WireNames.of(kind) + "`"),
            decision.alerts().stream().sorted().map(kind -> "alert `" + WireNames.of(kind) + "`"))
        .collect(Collectors.joining(", "));
  }

  private static List<String> outcome(Decision decision) {
    String besides = besides(decision);
    return switch (decision) {
      case Decision.Applied applied -> List.of(code(applied.next()), besides, "applied");
      case Decision.Refused refused ->
          List.of("`" + WireNames.of(refused.reason()) + "`", besides, "refused");
    };
  }

  private static String reasons() {
    StringBuilder list =
        new StringBuilder("\n## Reasons for a refusal\n\n| reason | in words |\n| --- | --- |\n");
    for (Refusal reason : Refusal.values()) {
      list.append("| `%s` | %s |\n".formatted(WireNames.of(reason), reason.sentence()));
    }
    return list.toString();
  }

  static String code(PayoutState state) {
    return "`" + state.wireName() + "`";
  }

  private static final String INTRODUCTION =
      """
      # The lifecycle of a payout

      <!-- Rendered from PayoutLifecycle. Do not edit: ./mvnw test -Dtest=LifecyclePageTest -Dlifecycle.write=true -->

      One pure function, `PayoutLifecycle.decide`, says what every event does to a payout. Workers, webhooks, lookups, operators, reports and timers only make events
      and carry out what it decides. Applied or refused, the event is written to the payout's history, with what it rests on. This page shows what the function
      answers; `src/test/resources/lifecycle.txt` is the same written by people, and a test compares the two.

      ![The states of a payout and what leads from one to the next](lifecycle.svg)

      ## States

      """;

  private static final String GRAPH =
      """

      `held` and `failed` differ in whose fault it is: a customer is told of a failure only when the provider refused. `submission_unknown` is left only on evidence.

      ## The graph as text

      ```mermaid
      """;

  private static final String TRANSITIONS =
      """
      ```

      ## What is applied

      "After a try" means that a request was or may have been written and is known not to have been processed; "after an unknown outcome", that an outcome was not known once,
      and has since been proven absent or vouched for; "by after_paid", that the provider's file says that "failed" is how it reports money coming back after it said "paid".
      "Beside another attempt" means that the provider said of another attempt of the payout that it has or had it ([below](#beside-another-attempt)).
      "Holding other terms" means that the provider once said another amount or currency than was asked; "settled by people", that two people and not the provider said how it ended.
      What the provider says counts the same in an answer, a lookup, a status check, a signed webhook or a report.

      """;

  private static final String REFUSALS =
      """

      ## What is refused

      A refused event changes nothing. It stays in the history with the reason, and where a person has to know, a case is opened or an alert raised.
      "Every other state" means every state that is not named for the event here or above.

      """;
}
