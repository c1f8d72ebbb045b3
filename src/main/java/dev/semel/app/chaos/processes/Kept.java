// A payout with its history, as the database keeps it.
package dev.semel.app.chaos.processes;

import dev.semel.app.rig.Recorded;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A payout with its history, as the database keeps it.
 *
 * @param recorded what the partner's truth is compared with
 * @param provider its provider
 * @param history its history, oldest first
 */
record Kept(Recorded recorded, String provider, List<Entry> history) {
  private static final Set<String> FINAL = Set.of("paid", "failed", "returned", "cancelled");

  Kept {
    history = List.copyOf(history);
  }

  /** An entry of a history. */
  record Entry(
      String id, int sequence, boolean applied, @Nullable String from, @Nullable String to) {

    /** Whether clients are told of it as of a change: the first one, or another state. */
    boolean isNews() {
      return applied && !Objects.equals(from, to);
    }
  }

  String id() {
    return recorded.id();
  }

  boolean isFinal() {
    return FINAL.contains(recorded.state());
  }

  /** Whether it waits for a person, who knows. */
  boolean isBeforeAPerson() {
    return !isFinal() && (recorded.state().equals("held") || recorded.openCases() > 0);
  }

  /** Whether it waits for its sender's payment. */
  boolean isUnfunded() {
    return recorded.state().equals("awaiting_funds");
  }

  /** Whether the servers still have something to do for it. */
  boolean isOpen() {
    return !isFinal() && !isBeforeAPerson() && !isUnfunded();
  }
}
