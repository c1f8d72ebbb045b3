// One difference between our books and a provider's.
package dev.semel.reconciliation;

import dev.semel.domain.CaseKind;
import dev.semel.domain.Money;
import dev.semel.domain.WireNames;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One difference between our books and a provider's.
 *
 * @param kind what differs
 * @param name what makes it one difference: found again, in whatever run, it has the same name
 * @param ours the payout that it is about, where it is about one of ours
 * @param theirs the line that shows it, where one does
 * @param summary what is the matter and what to do next
 * @param facts ours and theirs side by side; nothing in them depends on the run
 * @param risk the money that may be lost or owed, where that can be told
 */
record Difference(
    CaseKind kind,
    String name,
    Optional<Ours> ours,
    Optional<Theirs> theirs,
    String summary,
    Map<String, @Nullable String> facts,
    Optional<Money> risk) {

  /** The same with the money that may be lost or owed. */
  Difference risking(Optional<Money> money) {
    return new Difference(kind, name, ours, theirs, summary, facts, money);
  }

  /** Its kind and its name, by which it is told from all others. */
  String title() {
    return WireNames.of(kind) + " " + name;
  }
}
