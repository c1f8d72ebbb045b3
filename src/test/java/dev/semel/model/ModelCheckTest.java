// The program pays once, in every order of what can happen.
package dev.semel.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.PayoutEvent;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Explores each of {@link Scopes} until there is no world left that was not seen, and checks every
 * {@link Invariant} in each. {@code docs/spec/README.md} says what is modelled and how a trace is
 * read.
 */
class ModelCheckTest {
  /** A scope that grows beyond this fails: it would no longer be complete. */
  static final int MOST = 4_000_000;

  private static final int ALL_TOGETHER = 1_000_000;

  /** Kinds of events that the explorer does not make happen, each with the reason why not. */
  private static final Map<Class<? extends PayoutEvent>, String> NOT_MODELLED =
      Map.of(
          PayoutEvent.CorrectedByOperator.class,
          "it always begins another attempt, and the model has no more than the second");

  /** It has more worlds than all others together. */
  private static final String LARGEST = "PEOPLE_DECIDE";

  private static final Map<Scopes, Integer> WORLDS = new EnumMap<>(Scopes.class);
  private static final Set<Class<?>> APPLIED = new HashSet<>();

  @ParameterizedTest
  @EnumSource(
      value = Scopes.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {LARGEST})
  void every_invariant_holds_in_every_world_that_can_be_reached(Scopes which) {
    explore(which);
  }

  @Test
  @Tag("long")
  void every_invariant_holds_where_people_decide_beside_everything_else() {
    explore(Scopes.valueOf(LARGEST));
  }

  private static void explore(Scopes which) {
    Scope scope = which.scope;
    Explorer explorer = new Explorer(scope, MOST);
    long began = System.nanoTime();

    Explorer.Found found = explorer.explore(List.of(scope.start()));

    long millis = (System.nanoTime() - began) / 1_000_000;
    System.out.printf(
        "Model check, a partner that %s: %,d states, %,d transitions, depth %d, %,d ms%n",
        scope.name(), found.worlds(), found.transitions(), found.depth(), millis);
    assertThat(found.violated()).as(found.trace()).isEmpty();
    assertThat(found.complete()).as("every world was seen").isTrue();
    WORLDS.put(which, found.worlds());
    APPLIED.addAll(explorer.ledger().applied);
  }

  @AfterAll
  static void a_million_worlds_were_seen_and_every_kind_of_event_happened() {
    if (WORLDS.size() < Scopes.values().length - 1) {
      return;
    }
    assertThat(WORLDS.values().stream().mapToInt(Integer::intValue).sum())
        .as("all worlds")
        .isGreaterThan(ALL_TOGETHER);
    assertThat(kinds(PayoutEvent.class))
        .as("kinds of events: teach the explorer to make new ones happen, or say why it need not")
        .filteredOn(kind -> !NOT_MODELLED.containsKey(kind))
        .allMatch(APPLIED::contains);
  }

  private static List<Class<?>> kinds(Class<?> type) {
    return type.isSealed()
        ? Stream.of(type.getPermittedSubclasses())
            .flatMap(sub -> kinds(sub).stream())
            .distinct()
            .toList()
        : List.of(type);
  }
}
