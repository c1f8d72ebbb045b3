// What comparing one payout with its lines came to.
package dev.semel.reconciliation;

import java.util.List;

/** What comparing one payout with its lines came to. */
sealed interface Verdict {
  /** Both sides say the same. */
  record Agrees() implements Verdict {}

  /** They may differ only because one side has not heard yet: a later run looks again. */
  record TooYoung() implements Verdict {}

  /** They differ. */
  record Differs(List<Difference> differences) implements Verdict {
    public Differs {
      differences = List.copyOf(differences);
    }
  }
}
