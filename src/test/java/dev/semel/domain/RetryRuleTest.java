// What holds of every pause before a retry, whatever chance says.
package dev.semel.domain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.PayoutEvent.Retry;
import dev.semel.domain.ProviderTerms.RetryTerms;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * Budgets, tries and wishes by chance; the seed is fixed, and told when something does not hold.
 */
class RetryRuleTest {
  private static final Instant FIRST = Instant.parse("2026-11-30T10:00:00Z");
  private static final int CASES = 20_000;

  /** One case by chance. */
  private record Case(
      RetryTerms terms, int tries, Instant now, Optional<Duration> leastPause, long seed) {
    static Case of(long seed) {
      Random random = new Random(seed);
      RetryTerms terms =
          new RetryTerms(
              Duration.ofMillis(1 + random.nextInt(5_000)),
              Duration.ofMillis(1 + random.nextInt(60_000)),
              1 + random.nextInt(70),
              Duration.ofSeconds(1 + random.nextInt(10_000)));
      Instant now = FIRST.plusMillis(random.nextInt(12_000_000));
      Optional<Duration> least =
          random.nextBoolean()
              ? Optional.empty()
              : Optional.of(Duration.ofSeconds(random.nextInt(100_000)));
      return new Case(terms, 1 + random.nextInt(75), now, least, seed);
    }

    Retry decide() {
      return RetryRule.decide(terms, tries, FIRST, now, leastPause, new Random(seed));
    }

    /** The ceiling of the jitter, counted in another way than the code does. */
    Duration ceiling() {
      Duration ceiling = terms.base();
      for (int i = 1; i < tries && ceiling.compareTo(terms.cap()) < 0; i++) {
        ceiling = ceiling.multipliedBy(2);
      }
      return ceiling.compareTo(terms.cap()) > 0 ? terms.cap() : ceiling;
    }

    Instant end() {
      return FIRST.plus(terms.total());
    }
  }

  @Test
  void no_pause_ends_sooner_than_asked_for_later_than_the_jitter_may_or_past_the_time_there_is() {
    int retried = 0;
    for (long seed = 0; seed < CASES; seed++) {
      Case one = Case.of(seed);
      if (one.decide() instanceof Retry.After(Duration pause, boolean counted)) {
        retried++;
        Duration least = one.leastPause().orElse(Duration.ZERO);
        Duration most = least.compareTo(one.ceiling()) > 0 ? least : one.ceiling();
        assertThat(counted).isTrue();
        assertThat(pause).as(one.toString()).isBetween(least, most);
        assertThat(one.now().plus(pause)).as(one.toString()).isBeforeOrEqualTo(one.end());
        assertThat(one.tries()).as(one.toString()).isLessThan(one.terms().attempts());
      }
    }
    assertThat(retried).as("cases that say something").isGreaterThan(CASES / 20);
  }

  @Test
  void what_is_given_up_had_no_tries_or_could_have_met_no_time_left() {
    int givenUp = 0;
    for (long seed = 0; seed < CASES; seed++) {
      Case one = Case.of(seed);
      if (one.decide() instanceof Retry.UsedUp) {
        givenUp++;
        Duration least = one.leastPause().orElse(Duration.ZERO);
        Duration most = least.compareTo(one.ceiling()) > 0 ? least : one.ceiling();
        assertThat(one.tries() >= one.terms().attempts() || one.now().plus(most).isAfter(one.end()))
            .as(one.toString())
            .isTrue();
      }
    }
    assertThat(givenUp).as("cases that say something").isGreaterThan(CASES / 20);
  }

  @Test
  void the_jitter_is_full_both_ends_are_reached_and_the_middle_is_the_mean() {
    RetryTerms terms =
        new RetryTerms(Duration.ofMillis(10), Duration.ofMillis(80), 9, Duration.ofDays(1));
    RandomGenerator random = new Random(7);
    long sum = 0;
    boolean lowest = false;
    boolean highest = false;
    for (int i = 0; i < CASES; i++) {
      Retry retry = RetryRule.decide(terms, 3, FIRST, FIRST, Optional.empty(), random);
      long millis = ((Retry.After) retry).pause().toMillis();
      lowest |= millis == 0;
      highest |= millis == 40;
      sum += millis;
    }
    assertThat(lowest && highest).isTrue();
    assertThat(sum / CASES).isBetween(19L, 21L);
  }

  @Test
  void a_partner_that_asks_for_more_patience_than_there_is_time_is_given_up() {
    RetryTerms terms =
        new RetryTerms(Duration.ofMillis(500), Duration.ofSeconds(30), 6, Duration.ofHours(2));
    RandomGenerator random = new Random(1);
    Duration left = Duration.ofHours(2);
    assertThat(RetryRule.decide(terms, 1, FIRST, FIRST, Optional.of(left), random))
        .isEqualTo(new Retry.After(left));
    assertThat(RetryRule.decide(terms, 1, FIRST, FIRST, Optional.of(left.plusNanos(1)), random))
        .isEqualTo(new Retry.UsedUp());
  }
}
