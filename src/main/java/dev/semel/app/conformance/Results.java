// What a run came to, for people and for programs.
package dev.semel.app.conformance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.app.rig.Table;
import java.util.ArrayList;
import java.util.List;

/** What a run came to. */
record Results(String provider, String title, List<Row> rows) {
  private static final int WIDTH = 400;
  private static final List<String> HEAD =
      List.of("fault", "what Semel did", "result", "money at risk");

  Results {
    rows = List.copyOf(rows);
  }

  boolean passed() {
    return rows.stream().noneMatch(Row::failed);
  }

  /** A table, what was wrong, and a sum. */
  List<String> table() {
    List<String> lines = new ArrayList<>();
    lines.add(provider + " against a server that speaks as " + title + " does");
    lines.add("");
    lines.addAll(new Table(HEAD, rows.stream().map(Results::cells).toList()).lines(WIDTH));
    rows.stream().filter(Row::failed).forEach(row -> lines.addAll(wrong(row)));
    lines.add("");
    lines.add(
        "%d passed, %d failed, %d do not apply".formatted(count("pass"), count("FAIL"), count("")));
    return lines;
  }

  private long count(String result) {
    return rows.stream().filter(row -> result(row).equals(result)).count();
  }

  private static List<String> cells(Row row) {
    return switch (row.result()) {
      case Row.Played played ->
          List.of(row.fault(), played.verdict().did(), result(row), played.verdict().risk());
      case Row.DoesNotApply not -> List.of(row.fault(), "does not apply: " + not.reason(), "", "");
    };
  }

  private static String result(Row row) {
    return switch (row.result()) {
      case Row.Played played -> played.verdict().passed() ? "pass" : "FAIL";
      case Row.DoesNotApply _ -> "";
    };
  }

  private static List<String> wrong(Row row) {
    return row.result() instanceof Row.Played played
        ? List.of("", row.fault() + ":", "  " + played.verdict().why())
        : List.of();
  }

  /** The same as JSON. */
  ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("provider", provider).put("passed", passed());
    ArrayNode faults = json.putArray("faults");
    for (Row row : rows) {
      ObjectNode fault = faults.addObject().put("fault", row.scenario().key());
      fault.put("case", row.label());
      switch (row.result()) {
        case Row.Played played -> {
          Verdict verdict = played.verdict();
          fault.put("result", verdict.passed() ? "pass" : "fail").put("did", verdict.did());
          fault.put("money_at_risk", verdict.risk()).put("why", verdict.why());
        }
        case Row.DoesNotApply not -> fault.put("result", "does_not_apply").put("why", not.reason());
      }
    }
    return json;
  }
}
