// The engine in storms of faults, in virtual time, on a real database.
package dev.semel.app.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.app.chaos.Violation.Kind;
import dev.semel.db.SimulatedDatabase;
import dev.semel.db.Sql;
import dev.semel.provider.SubmitOutcome;
import dev.semel.testing.TestDatabase;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulationDbTest {
  @RegisterExtension static final TestDatabase database = new TestDatabase();

  private static final Logger ENGINE = Logger.getLogger("dev.semel.submission");
  private static final int AT_ONCE = 500;
  private static final int FRESH = Integer.getInteger("chaos.payouts", 2000);

  /** A call that throws is logged with its trace, and here hundreds of them throw. */
  @BeforeAll
  static void quiet() {
    ENGINE.setLevel(Level.OFF);
  }

  @AfterAll
  static void loud() {
    ENGINE.setLevel(null);
  }

  @Test
  void the_same_seed_makes_the_same_run_and_another_seed_another() {
    Outcome one = run(42, 60, Sabotage.NONE);
    Outcome again = run(42, 60, Sabotage.NONE);

    assertThat(again.hash()).isEqualTo(one.hash());
    assertThat(again.ends()).isEqualTo(one.ends());
    assertThat(run(43, 60, Sabotage.NONE).hash()).isNotEqualTo(one.hash());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void no_promise_is_broken_in_the_storms_that_are_known(long seed) {
    assertKept(run(seed, 250, Sabotage.NONE));
  }

  @Test
  void no_promise_is_broken_in_storms_that_nobody_has_seen_before() {
    long seed = new SecureRandom().nextInt(Integer.MAX_VALUE);
    Tally done = new Tally();
    for (int left = FRESH; left > 0; left -= AT_ONCE) {
      Outcome outcome = run(seed, Math.min(left, AT_ONCE), Sabotage.NONE);
      System.out.printf(
          "seed %d: %d payouts, %s, %d hours of virtual time%n",
          seed, outcome.payouts(), outcome.ends(), outcome.time().toHours());
      assertKept(outcome);
      done.add(outcome.tally());
      seed++;
    }
    assertThat(Arrays.stream(Fault.values()).filter(fault -> done.of(fault) == 0))
        .as("kinds of faults that were never made: chance may leave out one of the rarest")
        .hasSizeLessThan(FRESH < 4 * AT_ONCE ? Fault.values().length : 5);
  }

  @Test
  void an_engine_that_takes_no_answer_for_not_sent_is_found() {
    Sabotage takesSilenceForNo =
        new Sabotage() {
          @Override
          public SubmitOutcome told(SubmitOutcome outcome) {
            return outcome instanceof SubmitOutcome.Unknown unknown
                ? new SubmitOutcome.NotSent(unknown.reason())
                : outcome;
          }
        };

    assertThat(found(takesSilenceForNo))
        .containsAnyOf(Kind.PAID_TWICE, Kind.LOST, Kind.FINAL_STATE);
  }

  @Test
  void an_engine_that_writes_without_asking_whether_it_still_may_is_found() {
    Sabotage writesAnyway =
        new Sabotage() {
          @Override
          public boolean writes(boolean may) {
            return true;
          }
        };

    assertThat(found(writesAnyway))
        .containsAnyOf(Kind.SENT_WITHOUT_RIGHT, Kind.SENT_TOO_LATE, Kind.PAID_TWICE);
  }

  @Test
  void an_engine_that_makes_what_a_dead_worker_left_ready_again_is_found() {
    Sabotage rescuesAsReady =
        new Sabotage() {
          @Override
          public void beforeLooking(Sql sql) {
            sql.use(
                handle ->
                    handle.execute(
                        """
                        UPDATE payout SET state = 'ready', due_at = now(), lease_owner = NULL, lease_until = NULL
                        WHERE state = 'submitting' AND lease_until < now()
                        """));
          }
        };

    assertThat(found(rescuesAsReady)).containsAnyOf(Kind.PAID_TWICE, Kind.HISTORY);
  }

  /** What is found in a thousand payouts of an engine that is broken on purpose. */
  private static Set<Kind> found(Sabotage sabotage) {
    for (long seed = 1; seed <= 4; seed++) {
      Outcome outcome = run(seed, 250, sabotage);
      if (!outcome.violations().isEmpty()) {
        assertThat(ChaosRun.story(outcome))
            .as("the story says how to see it again")
            .contains("See it again: ./semel chaos --seed " + seed + " --payouts 250");
        return outcome.violations().stream().map(Violation::kind).collect(Collectors.toSet());
      }
    }
    return Set.of();
  }

  private static Outcome run(long seed, int payouts, Sabotage sabotage) {
    return Simulation.run(
        fate -> SimulatedDatabase.open(database.unpooled(), fate), seed, payouts, sabotage);
  }

  private static void assertKept(Outcome outcome) {
    assertThat(outcome.violations()).as(() -> String.join("\n", ChaosRun.story(outcome))).isEmpty();
    assertThat(outcome.ends().values().stream().mapToInt(Integer::intValue).sum())
        .as("every payout is on record, seed %d", outcome.seed())
        .isEqualTo(outcome.payouts());
  }
}
