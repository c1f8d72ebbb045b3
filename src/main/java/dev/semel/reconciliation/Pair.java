// A payout of ours and the lines of a report that name it.
package dev.semel.reconciliation;

import java.util.List;
import java.util.Optional;

/**
 * A payout of ours and the lines of a report that name it; or lines that name no payout of ours,
 * which all carry the same reference and id; or a payout that no line names.
 *
 * @param ours the payout, where there is one
 * @param theirs the lines
 */
record Pair(Optional<Ours> ours, List<Theirs> theirs) {
  Pair {
    theirs = List.copyOf(theirs);
    if (ours.isEmpty() && theirs.isEmpty()) {
      throw new IllegalArgumentException("a pair of nothing");
    }
  }
}
