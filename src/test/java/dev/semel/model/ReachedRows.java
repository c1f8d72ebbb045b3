// Rows of payouts as they really come up, for tests of the statements.
package dev.semel.model;

import dev.semel.domain.ProviderTerms;
import dev.semel.payout.PaperPayout.Facts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Rows of payouts as they come up in the explorer's worlds, for tests of the statements. */
public final class ReachedRows {
  /** The instant at which the rows stand as they do. */
  public static final Instant NOW = Scope.NOW;

  private static final int WORLDS = 30_000;
  private static final int EVERY = 7;

  private ReachedRows() {}

  /** The terms under which the rows came up. */
  public static ProviderTerms terms() {
    return Scopes.PEOPLE_DECIDE.scope.terms();
  }

  /** So many different rows. */
  public static List<Facts> some(int most, long seed) {
    Explorer explorer = new Explorer(Scopes.PEOPLE_DECIDE.scope, WORLDS);
    explorer.explore(List.of(Scopes.PEOPLE_DECIDE.scope.start()));
    Set<Facts> rows = new LinkedHashSet<>();
    explorer.sample(EVERY).forEach(world -> rows.add(explorer.ledger().facts(world)));
    List<Facts> shuffled = new ArrayList<>(rows);
    Collections.shuffle(shuffled, new Random(seed));
    return shuffled.subList(0, Math.min(most, shuffled.size()));
  }
}
