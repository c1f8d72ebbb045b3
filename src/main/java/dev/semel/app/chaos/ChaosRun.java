// Several simulations, and the table of what they came to.
package dev.semel.app.chaos;

import dev.semel.app.chaos.Violation.Kind;
import dev.semel.db.SimulatedDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Runs simulations one after the other, and sums up. */
final class ChaosRun {
  private final Function<SimulatedDatabase.Fate, SimulatedDatabase> open;
  private final Tally tally = new Tally();
  private final Map<String, Integer> ends = new TreeMap<>();
  private final List<Outcome> broken = new ArrayList<>();
  private int payouts;
  private Duration virtual = Duration.ZERO;

  /**
   * A run.
   *
   * @param open opens the database of each simulation
   */
  ChaosRun(Function<SimulatedDatabase.Fate, SimulatedDatabase> open) {
    this.open = open;
  }

  /** Whether a promise was broken. */
  boolean broken() {
    return !broken.isEmpty();
  }

  /**
   * Runs one simulation.
   *
   * @return a line about it
   */
  String simulate(long seed, int count) {
    Outcome outcome = Simulation.run(open, seed, count, Sabotage.NONE);
    payouts += outcome.payouts();
    virtual = virtual.plus(outcome.time());
    tally.add(outcome.tally());
    outcome.ends().forEach((state, many) -> ends.merge(state, many, Integer::sum));
    if (!outcome.violations().isEmpty()) {
      broken.add(outcome);
    }
    return "seed %d: %d payouts, %d hours of virtual time, %s, trace %s"
        .formatted(
            seed,
            count,
            outcome.time().toHours(),
            outcome.violations().isEmpty() ? "nothing broken" : "BROKEN",
            outcome.hash().substring(0, 12));
  }

  /** What was done, what was found, and the story of every broken promise. */
  List<String> table() {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("what was done to the engine");
    for (Fault fault : Fault.values()) {
      lines.add("%9d  %s".formatted(tally.of(fault), fault.words()));
    }
    lines.add("");
    lines.add("what came of it");
    lines.add(
        "%9d  payouts carried, in %d hours of virtual time".formatted(payouts, virtual.toHours()));
    ends.forEach((state, many) -> lines.add("%9d    %s".formatted(many, state)));
    for (Kind kind : Kind.values()) {
      lines.add("%9d  %s".formatted(count(kind), kind.words()));
    }
    broken.forEach(outcome -> lines.addAll(story(outcome)));
    return lines;
  }

  private long count(Kind kind) {
    return broken.stream()
        .flatMap(outcome -> outcome.violations().stream())
        .filter(violation -> violation.kind() == kind)
        .count();
  }

  /** Everything that is known of what was broken in a simulation, and how to see it again. */
  static List<String> story(Outcome outcome) {
    List<String> lines = new ArrayList<>();
    for (Violation violation : outcome.violations()) {
      lines.add("");
      lines.add(
          "BROKEN with seed "
              + outcome.seed()
              + ": "
              + violation.kind().words()
              + ": payout "
              + violation.payoutId()
              + ": "
              + violation.what());
      violation.story().forEach(line -> lines.add("  " + line));
    }
    lines.add("");
    lines.add(
        "See it again: ./semel chaos --seed " + outcome.seed() + " --payouts " + outcome.payouts());
    return lines;
  }
}
