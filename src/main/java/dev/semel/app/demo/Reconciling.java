// The reconciliation at the end of the story.
package dev.semel.app.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.semel.app.rig.Wait;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** Runs the reconciliation of the story's days on demand and tells what it found. */
final class Reconciling {
  private static final String PATH = "/v1/ops/reconciliations";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** What is young when the report is fetched is carried over, so the last payment has to age. */
  private static final Duration LAG = Duration.ofMillis(1_200);

  private final Stage stage;

  Reconciling(Stage stage) {
    this.stage = stage;
  }

  /**
   * Reconciles every day on which something was paid since an instant; the simulator's days are
   * UTC's.
   *
   * @return the runs as they finished
   * @throws DemoException when one does not finish
   */
  List<JsonNode> since(Instant start) {
    Instant aged = Instant.now().plus(LAG);
    Wait.until(LAG.multipliedBy(2), () -> !Instant.now().isBefore(aged));
    List<JsonNode> runs = new ArrayList<>();
    LocalDate last = LocalDate.ofInstant(Instant.now(), ZoneOffset.UTC);
    for (LocalDate day = LocalDate.ofInstant(start, ZoneOffset.UTC);
        !day.isAfter(last);
        day = day.plusDays(1)) {
      runs.add(run(day));
    }
    return runs;
  }

  private JsonNode run(LocalDate day) {
    Client.Answer begun =
        stage
            .client()
            .post(
                PATH,
                stage.prefix() + "-reconcile-" + day,
                JsonNodeFactory.instance
                    .objectNode()
                    .put("provider", "simulator")
                    .put("business_date", day.toString()));
    Stage.expect(begun, 201, "starting the reconciliation");
    String path = PATH + "/" + begun.text("id");
    Wait.until(PATIENCE, () -> !isRunning(stage.client().get(path)));
    JsonNode ended = stage.client().get(path);
    if (!"finished".equals(ended.path("status").asText())) {
      throw new DemoException(
          "The reconciliation of %s is %s: %s"
              .formatted(day, ended.path("status").asText(), ended.path("failure").asText()));
    }
    stage
        .narrator()
        .say(
            "Reconciled %s on demand: %s compared, %s agree, %s too young, %s cases opened."
                .formatted(
                    day,
                    ended.path("compared"),
                    ended.path("matched"),
                    ended.path("carried_over"),
                    ended.path("cases_opened")));
    return ended;
  }

  private static boolean isRunning(JsonNode run) {
    return "running".equals(run.path("status").asText());
  }
}
