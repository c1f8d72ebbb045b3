package dev.semel.domain;

import static dev.semel.domain.AbsenceRule.Verdict.CONFIRMED;
import static dev.semel.domain.AbsenceRule.Verdict.DOES_NOT_COUNT;
import static dev.semel.domain.AbsenceRule.Verdict.FIRST;
import static dev.semel.domain.AbsenceRule.Verdict.WINDOW_CLOSED;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * When "not found" is proof: a request may have been written at noon, and shows within thirty
 * seconds where that is promised.
 */
class AbsenceRuleTest {
  private static final Instant SENT = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration VISIBLE = Duration.ofSeconds(30);
  private static final Duration WINDOW = Duration.ofHours(24);
  private static final Optional<Instant> NONE = Optional.empty();

  @Test
  void without_a_promise_of_visibility_absence_never_counts() {
    ProviderTerms terms = Sample.terms(Optional.empty(), Optional.of(WINDOW), Map.of());
    Optional<Instant> earlier = Optional.of(SENT.plusSeconds(3600));
    assertThat(
            AbsenceRule.judge(
                terms, SENT, SENT, earlier, SENT.plusSeconds(7200), SENT.plusSeconds(7200)))
        .isEqualTo(DOES_NOT_COUNT);
  }

  @Test
  void a_lookup_that_started_before_the_payout_had_to_be_visible_does_not_count() {
    assertThat(judge(NONE, SENT.plusSeconds(29))).isEqualTo(DOES_NOT_COUNT);
    assertThat(judge(NONE, SENT.plusSeconds(30))).isEqualTo(DOES_NOT_COUNT);
    assertThat(judge(NONE, SENT.plusSeconds(30).plusNanos(1))).isEqualTo(FIRST);
  }

  @Test
  void two_lookups_in_a_row_confirm_absence() {
    assertThat(judge(Optional.of(SENT.plusSeconds(31)), SENT.plusSeconds(60))).isEqualTo(CONFIRMED);
  }

  @Test
  void the_same_lookup_recorded_twice_is_one() {
    Instant lookup = SENT.plusSeconds(31);
    assertThat(judge(Optional.of(lookup), lookup)).isEqualTo(FIRST);
  }

  @Test
  void an_absence_from_before_the_last_possible_send_is_not_the_first_of_two() {
    assertThat(judge(Optional.of(SENT.minusSeconds(60)), SENT.plusSeconds(31))).isEqualTo(FIRST);
    assertThat(judge(Optional.of(SENT.plusSeconds(30)), SENT.plusSeconds(31))).isEqualTo(FIRST);
  }

  @Test
  void the_promise_runs_from_the_last_possible_send_and_the_window_from_the_first() {
    ProviderTerms terms = Sample.terms(Optional.of(VISIBLE), Optional.of(WINDOW), Map.of());
    Instant first = SENT.minus(WINDOW).plusSeconds(60);
    Optional<Instant> earlier = Optional.of(SENT.plusSeconds(31));
    Instant started = SENT.plusSeconds(50);
    assertThat(AbsenceRule.judge(terms, first, SENT, earlier, started, SENT.plusSeconds(59)))
        .isEqualTo(CONFIRMED);
    assertThat(AbsenceRule.judge(terms, first, SENT, earlier, started, SENT.plusSeconds(60)))
        .isEqualTo(WINDOW_CLOSED);
  }

  @Test
  void where_the_reference_is_never_forgotten_the_window_never_closes() {
    ProviderTerms terms = Sample.terms(Optional.of(VISIBLE), Optional.empty(), Map.of());
    Instant muchLater = SENT.plus(Duration.ofDays(400));
    assertThat(
            AbsenceRule.judge(
                terms, SENT, SENT, Optional.of(SENT.plusSeconds(31)), muchLater, muchLater))
        .isEqualTo(CONFIRMED);
  }

  private static AbsenceRule.Verdict judge(Optional<Instant> earlierCounted, Instant startedAt) {
    ProviderTerms terms = Sample.terms(Optional.of(VISIBLE), Optional.of(WINDOW), Map.of());
    return AbsenceRule.judge(
        terms, SENT, SENT, earlierCounted, startedAt, startedAt.plusSeconds(1));
  }
}
