// Follows one payout until its scene is over.
package dev.semel.app.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.app.rig.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Plays a scene: asks, then reads the payout's history again and again, and tells what is new. */
final class Follow {
  private static final Duration PATIENCE = Duration.ofSeconds(45);

  private final Stage stage;
  private final Scene scene;
  private final List<JsonNode> history = new ArrayList<>();
  private final Set<String> seen = new HashSet<>();
  private String state = "";

  Follow(Stage stage, Scene scene) {
    this.stage = stage;
    this.scene = scene;
  }

  /** Plays the scene to its end, or until patience ends. */
  Told play() {
    String id = "";
    try {
      id = scene.asks().play(stage, scene);
      String payoutId = id;
      boolean over = Wait.until(PATIENCE, () -> look(payoutId));
      return new Told(scene, id, history, over ? Optional.empty() : Optional.of(late()));
    } catch (DemoException e) {
      return new Told(scene, id, history, Optional.of(String.valueOf(e.getMessage())));
    }
  }

  private boolean look(String payoutId) {
    List<JsonNode> entries = stage.history(payoutId);
    for (JsonNode entry : entries.subList(history.size(), entries.size())) {
      history.add(entry);
      boolean applied = entry.path("applied").asBoolean();
      if (applied) {
        state = entry.path("to").asText();
      }
      stage.narrator().change(scene.number(), entry);
      String type = entry.path("type").asText();
      boolean first = seen.add(applied ? type : "!" + type);
      Scene.Reaction reaction = scene.reactions().get(type);
      if (first && applied && reaction != null) {
        reaction.play(stage, scene, payoutId);
      }
    }
    return state.equals(scene.ending().state()) && seen.containsAll(scene.ending().entries());
  }

  private String late() {
    return "it is %s after %d s, not %s after %s"
        .formatted(state, PATIENCE.toSeconds(), scene.ending().state(), scene.ending().entries());
  }
}
