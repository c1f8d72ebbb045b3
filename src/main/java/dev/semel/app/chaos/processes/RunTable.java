// Tells what was done, and what was found.
package dev.semel.app.chaos.processes;

import dev.semel.app.rig.Table;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The tables at the end of a run. */
final class RunTable {
  private static final int WIDTH = 100;
  private static final int MOST_TOLD = 50;

  private final PrintStream out;

  RunTable(PrintStream out) {
    this.out = out;
  }

  /** What was done to the processes. */
  void done(Tally tally, int serverStarts, int partnerStarts) {
    List<List<String>> rows = new ArrayList<>();
    for (Deed deed : Deed.values()) {
      rows.add(List.of(deed.words(), Integer.toString(tally.of(deed))));
    }
    rows.add(List.of("servers started, at first and again", Integer.toString(serverStarts)));
    rows.add(List.of("partners started, at first and again", Integer.toString(partnerStarts)));
    print("what was done", rows);
  }

  /** What clients asked for, and what became of it. */
  void asked(Observed observed, int acts, int replayed) {
    List<List<String>> rows = new ArrayList<>();
    Promises promises = observed.promises();
    rows.add(row("acts of clients and operators", acts));
    rows.add(row("creates and batches that were answered 201", promises.allCreated().size()));
    rows.add(row("of these asked again at the end, answered the same", replayed));
    rows.add(row("payouts whose 201 was seen", promises.acceptedByReference().size()));
    rows.add(row("payouts in the database", observed.payouts().size()));
    Map<String, Integer> states = new TreeMap<>();
    for (Kept kept : observed.payouts()) {
      String where =
          kept.isBeforeAPerson()
              ? kept.recorded().state() + ", before a person"
              : kept.recorded().state();
      states.merge(where, 1, Integer::sum);
    }
    states.forEach((state, count) -> rows.add(row("  " + state, count)));
    rows.add(
        row(
            "entries in histories",
            observed.payouts().stream().mapToInt(one -> one.history().size()).sum()));
    rows.add(row("events in the feed", observed.feed().size()));
    rows.add(
        row(
            "times that partners paid",
            observed.truths().values().stream()
                .flatMap(List::stream)
                .mapToInt(truth -> truth.timesPaid())
                .sum()));
    print("what was asked, and what became of it", rows);
  }

  /** What partners told by webhooks, and what became of it. */
  void told(ToldWebhooks told, int kills) {
    print(
        "webhooks, and what became of them",
        List.of(
            row("events that partners told", told.told()),
            row("of these answered 2xx", told.answered()),
            row("messages stored", told.messages()),
            row("events stored", told.events()),
            row("servers killed meanwhile", kills),
            row("answered 2xx and lost", told.lost()),
            row("applied twice", told.twice())));
  }

  /** What is not as it should be. */
  void found(List<Finding> findings) {
    List<List<String>> rows = new ArrayList<>();
    for (Finding.Kind kind : Finding.Kind.values()) {
      rows.add(
          row(kind.words(), (int) findings.stream().filter(one -> one.kind() == kind).count()));
    }
    print("what was found", rows);
    findings.stream()
        .limit(MOST_TOLD)
        .forEach(
            one ->
                out.println(
                    "- %s%s: %s"
                        .formatted(
                            one.kind().words(),
                            one.provider().isEmpty() ? "" : " (" + one.provider() + ")",
                            one.sentence())));
    if (findings.size() > MOST_TOLD) {
      out.println("- and " + (findings.size() - MOST_TOLD) + " more.");
    }
  }

  private static List<String> row(String what, int count) {
    return List.of(what, Integer.toString(count));
  }

  private void print(String title, List<List<String>> rows) {
    out.println();
    new Table(List.of(title, "count"), rows).lines(WIDTH).forEach(out::println);
  }
}
