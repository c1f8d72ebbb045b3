// The end of the story: reconciliation, the table, and whether both sides agree.
package dev.semel.app.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.app.rig.Agreement;
import dev.semel.app.rig.Recorded;
import dev.semel.app.rig.Table;
import dev.semel.simulator.Truth;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Ends the story and says whether all was well. */
final class Finale {
  private final Stage stage;
  private final DemoStore store;
  private final List<Told> told;

  Finale(Stage stage, DemoStore store, List<Told> told) {
    this.stage = stage;
    this.store = store;
    this.told = told;
  }

  /**
   * Reconciles, prints the table, and compares the partner's truth with the database.
   *
   * @param start when the story began
   * @return what is wrong; empty when all is well
   */
  List<String> play(Instant start) {
    List<String> wrong = new ArrayList<>();
    for (Told each : told) {
      each.trouble()
          .ifPresent(trouble -> wrong.add(stage.reference(each.scene()) + ": " + trouble));
    }
    stage
        .narrator()
        .chapter(
            "At the end, the day is reconciled",
            "Semel fetches the partner's report and opens a case for each difference.");
    try {
      List<JsonNode> runs = new Reconciling(stage).since(start);
      Instant at = Instant.parse(runs.getLast().path("finished_at").asText());
      tellNinthStep(at);
    } catch (DemoException e) {
      wrong.add(String.valueOf(e.getMessage()));
    }
    tellCases();
    List<Truth> truth = stage.partner().truth();
    List<Recorded> recorded = store.payouts();
    table(recorded, truth);
    Agreement.differences(recorded, truth).forEach(each -> wrong.add(each.sentence()));
    verdict(recorded, truth, wrong);
    return wrong;
  }

  private void tellNinthStep(Instant at) {
    for (Told each : told) {
      if (each.scene().title().equals(Timeline.TITLE)) {
        long cases =
            stage.client().all("/v1/ops/cases?provider=simulator").stream()
                .filter(one -> one.path("payout_id").asText().equals(each.payoutId()))
                .count();
        String meaning =
            cases == 0
                ? "The report has %s once, and agrees: one payout."
                : "The report differs about %s.";
        new Timeline(stage).tellReconciled(at, meaning.formatted(stage.reference(each.scene())));
      }
    }
  }

  private void tellCases() {
    stage.narrator().say("");
    stage.narrator().say("In front of people now:");
    for (JsonNode one : stage.client().all("/v1/ops/cases")) {
      String summary =
          stage.client().get("/v1/ops/cases/" + one.path("id").asText()).path("summary").asText();
      tellOpen("case " + one.path("kind").asText(), one, summary);
    }
    for (JsonNode alert : stage.client().all("/v1/ops/alerts")) {
      tellOpen("alert " + alert.path("kind").asText(), alert, alert.path("message").asText());
    }
  }

  private void tellOpen(String what, JsonNode about, String text) {
    stage.narrator().say("- " + what + of(about) + ": " + text);
  }

  private String of(JsonNode about) {
    return told.stream()
        .filter(each -> each.payoutId().equals(about.path("payout_id").asText()))
        .findFirst()
        .map(each -> " of " + stage.reference(each.scene()))
        .orElse("");
  }

  private void table(List<Recorded> recorded, List<Truth> truth) {
    Map<String, Recorded> records =
        recorded.stream().collect(Collectors.toMap(Recorded::id, each -> each));
    Map<String, Truth> truths =
        truth.stream().collect(Collectors.toMap(Truth::payout, each -> each));
    Map<String, List<String>> cases = new HashMap<>();
    for (JsonNode one : stage.client().all("/v1/ops/cases")) {
      cases
          .computeIfAbsent(one.path("payout_id").asText(""), _ -> new ArrayList<>())
          .add(one.path("kind").asText());
    }
    List<List<String>> rows = new ArrayList<>();
    for (Told each : told) {
      @Nullable Recorded record = records.get(each.payoutId());
      rows.add(
          List.of(
              stage.reference(each.scene()),
              each.scene().title(),
              record == null ? "not made" : record.state(),
              record == null ? "-" : paid(truths.get(record.nameAtPartner())),
              String.join(", ", cases.getOrDefault(each.payoutId(), List.of()))));
    }
    cases.forEach(
        (payout, kinds) -> {
          if (payout.isEmpty() || payout.equals("null")) {
            rows.add(
                List.of(
                    "(none)",
                    "a row of the report that is nobody's",
                    "-",
                    "-",
                    String.join(", ", new TreeSet<>(kinds))));
          }
        });
    stage.narrator().say("");
    stage
        .narrator()
        .lines(
            new Table(
                    List.of("payout", "what happened", "final state", "partner paid", "cases"),
                    rows)
                .lines(Narrator.WIDTH));
  }

  private static String paid(@Nullable Truth truth) {
    return switch (truth == null ? 0 : truth.timesPaid()) {
      case 0 -> "never";
      case 1 -> "once";
      default -> (truth == null ? 0 : truth.timesPaid()) + " TIMES";
    };
  }

  private void verdict(List<Recorded> recorded, List<Truth> truth, List<String> wrong) {
    Narrator narrator = stage.narrator();
    narrator.say("");
    if (wrong.isEmpty()) {
      int paid = truth.stream().mapToInt(Truth::timesPaid).sum();
      narrator.good(
          "The partner's truth and the database agree: %d payouts, %d paid once, none twice, none lost."
              .formatted(recorded.size(), paid));
    } else {
      narrator.trouble("This is not as it should be:");
      wrong.forEach(each -> narrator.trouble("- " + each));
    }
  }
}
