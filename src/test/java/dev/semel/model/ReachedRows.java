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

  /** So many different rows, half of them of second attempts. */
  public static List<Facts> some(int most, long seed) {
    List<Facts> rows = new ArrayList<>(of(Scopes.PEOPLE_DECIDE, most / 2, seed));
    rows.addAll(of(Scopes.EARLIER, most - rows.size(), seed));
    return rows;
  }

  private static List<Facts> of(Scopes scopes, int most, long seed) {
    Explorer explorer = new Explorer(scopes.scope, WORLDS);
    explorer.explore(List.of(scopes.scope.start()));
    Set<Facts> rows = new LinkedHashSet<>();
    explorer.sample(EVERY).stream()
        .map(world -> explorer.ledger().facts(world))
        .filter(ReachedRows::canStand)
        .forEach(rows::add);
    List<Facts> shuffled = new ArrayList<>(rows);
    Collections.shuffle(shuffled, new Random(seed));
    return shuffled.subList(0, Math.min(most, shuffled.size()));
  }

  /** Where nothing looks at the first request's time, the explorer does not keep it. */
  private static boolean canStand(Facts facts) {
    return facts.firstSend() == null
        || facts.lastSend() == null
        || !facts.lastSend().isBefore(facts.firstSend());
  }
}
