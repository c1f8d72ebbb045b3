// One entry of a case's history.
package dev.semel.casework;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a case's history.
 *
 * @param action what was done
 * @param text the comment, the reason or the note
 * @param actor who did it
 * @param at when, by the database's clock
 */
record CaseEntry(Action action, @Nullable String text, String actor, Instant at) {
  /** What is done with a case. */
  enum Action {
    OPENED,
    SEEN_AGAIN,
    ASSIGNED,
    COMMENTED,
    PROPOSED,
    RESOLVED,
    REOPENED
  }
}
