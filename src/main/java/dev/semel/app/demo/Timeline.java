// The nine steps of a lost answer, told by the payout's own history.
package dev.semel.app.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.app.rig.Table;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Tells the steps of a payout whose answer was lost, each with its real time. */
final class Timeline {
  static final String TITLE = "timed out, looked up, adopted, paid";

  /** A step: the entry of the history that proves it, and what it means. */
  private record Step(String name, String type, boolean applied, String meaning) {}

  private static final List<Step> STEPS =
      List.of(
          new Step(
              "claim",
              "claimed",
              true,
              "One worker claims the payout, on disk, before a byte goes out."),
          new Step(
              "submit",
              "claimed",
              true,
              "The request goes out under a reference that is stored already."),
          new Step(
              "time-out",
              "outcome_unknown",
              true,
              "No answer. The payout is submission_unknown, and not sent again."),
          new Step(
              "lookup", "lookup_absent", true, "By our reference: 404. That proves nothing yet."),
          new Step(
              "lookup",
              "lookup_found",
              true,
              "It is there: the request had arrived, the answer was lost."),
          new Step(
              "adopt",
              "lookup_found",
              true,
              "The partner's id is stored, the payout is sent. Nothing is resent."),
          new Step(
              "webhook",
              "provider_says_paid",
              true,
              "\"Paid\" arrives, is stored, checked and applied."),
          new Step(
              "late event",
              "provider_says_processing",
              false,
              "A delayed \"processing\" is stored, and refused with its reason."));

  private final Stage stage;

  Timeline(Stage stage) {
    this.stage = stage;
  }

  /** Tells it of the scene that this is the story of, if it is among them. */
  void tell(List<Told> told) {
    Optional<Told> lost =
        told.stream().filter(each -> each.scene().title().equals(TITLE)).findFirst();
    if (lost.isEmpty() || lost.get().trouble().isPresent()) {
      return;
    }
    stage.narrator().say("");
    stage.narrator().say("The same by the payout's own history, step by step:");
    for (int i = 0; i < STEPS.size(); i++) {
      Step step = STEPS.get(i);
      line(i + 1, at(step, lost.get().history()), step.name(), step.meaning());
    }
    stage.narrator().lines(List.of("  9. follows at the end, when the day is reconciled."));
  }

  /** The ninth step, after a reconciliation. */
  void tellReconciled(Instant at, String meaning) {
    line(STEPS.size() + 1, stage.narrator().clock(at), "reconcile", meaning);
  }

  private void line(int number, String time, String name, String meaning) {
    stage
        .narrator()
        .lines(
            List.of(
                Table.cut(
                    "  %d. %s  %-10s  %s".formatted(number, time, name, meaning), Narrator.WIDTH)));
  }

  private String at(Step step, List<JsonNode> history) {
    return history.stream()
        .filter(entry -> entry.path("type").asText().equals(step.type()))
        .filter(entry -> entry.path("applied").asBoolean() == step.applied())
        .findFirst()
        .map(entry -> stage.narrator().clock(Instant.parse(entry.path("recorded_at").asText())))
        .orElse("            ");
  }
}
