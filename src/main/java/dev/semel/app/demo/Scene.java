// One payout of the story.
package dev.semel.app.demo;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * One payout of the story.
 *
 * @param number its place in the story
 * @param title what happens, for the table at the end
 * @param partner what the partner does
 * @param account the beneficiary's account number, whose last digits ask the simulator for that
 * @param asks what the client asks
 * @param ending what to wait for
 * @param reactions what the story does once an entry of this type is in the payout's history
 */
record Scene(
    int number,
    String title,
    String partner,
    String account,
    Ask asks,
    Ending ending,
    Map<String, Reaction> reactions) {

  /** What the client does to start the scene. */
  interface Ask {
    /** Plays it, and returns the payout's id. */
    String play(Stage stage, Scene scene);
  }

  /** What the story does in the middle of a scene. */
  interface Reaction {
    void play(Stage stage, Scene scene, String payoutId);
  }

  /**
   * What to wait for.
   *
   * @param state the payout's state
   * @param entries entries that its history has by then, by type; refused ones begin with {@code !}
   */
  record Ending(String state, Set<String> entries) {
    static Ending in(String state) {
      return new Ending(state, Set.of());
    }

    Ending after(String... types) {
      return new Ending(state, Set.of(types));
    }
  }

  /** The same with something to do in the middle. */
  Scene on(String entryType, Reaction reaction) {
    Map<String, Reaction> all = new HashMap<>(reactions);
    all.put(entryType, reaction);
    return new Scene(number, title, partner, account, asks, ending, Map.copyOf(all));
  }
}
