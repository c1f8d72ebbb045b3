// A promise that was broken.
package dev.semel.app.chaos;

import java.util.List;

/**
 * A promise that was broken.
 *
 * @param kind what was broken
 * @param payoutId the payout, or {@link Trace#ALL}
 * @param what what was found, in a sentence
 * @param story what happened to the payout, and to everything around it
 */
record Violation(Kind kind, String payoutId, String what, List<String> story) {
  Violation {
    story = List.copyOf(story);
  }

  /** What is promised. */
  enum Kind {
    PAID_TWICE("paid or accepted twice"),
    LOST("lost: seen by the client, or held by the partner, and not on record"),
    SECOND_REFERENCE("asked to act under a second reference"),
    SENT_WITHOUT_RIGHT("written by a worker that no longer held the payout"),
    SENT_TOO_EARLY("written before its funds cleared"),
    SENT_TOO_LATE("written after its deadline"),
    RESENT_AFTER_UNKNOWN("sent again from an unknown outcome without proof or two people"),
    HISTORY("a history that does not explain the payout"),
    FINAL_STATE("a final state that was left, or that the partner contradicts"),
    STRANDED("without anything due, and nobody asked"),
    THREW("the engine threw what nobody expected");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }
}
