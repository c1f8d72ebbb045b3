// A scene that was played.
package dev.semel.app.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/**
 * A scene that was played.
 *
 * @param scene the scene
 * @param payoutId its payout; empty when none was made
 * @param history what its payout's history said at the end of the scene
 * @param trouble why it did not end as it should; empty when it did
 */
record Told(Scene scene, String payoutId, List<JsonNode> history, Optional<String> trouble) {
  Told {
    history = List.copyOf(history);
  }
}
