package dev.semel.domain;

import static dev.semel.domain.ResendRule.Verdict.DEADLINE_PASSED;
import static dev.semel.domain.ResendRule.Verdict.NEVER_PROMISED;
import static dev.semel.domain.ResendRule.Verdict.SAFE;
import static dev.semel.domain.ResendRule.Verdict.WINDOW_CLOSED;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A request may have been written at noon, and the provider remembers it for a day. */
class ResendRuleTest {
  private static final Instant SENT = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration WINDOW = Duration.ofHours(24);
  private static final ProviderTerms TERMS =
      Sample.terms(Optional.empty(), Optional.of(WINDOW), Map.of());
  private static final Optional<Instant> NO_DEADLINE = Optional.empty();

  private static ResendRule.Verdict judge(Instant leaseEnds, Optional<Instant> deadline) {
    return ResendRule.judge(TERMS, SENT, leaseEnds, deadline, leaseEnds.minusSeconds(60));
  }

  @Test
  void inside_the_window_it_is_safe() {
    assertThat(judge(SENT.plusSeconds(300), NO_DEADLINE)).isEqualTo(SAFE);
  }

  @Test
  void the_whole_lease_has_to_end_inside_the_window() {
    assertThat(judge(SENT.plus(WINDOW).minusNanos(1), NO_DEADLINE)).isEqualTo(SAFE);
    assertThat(judge(SENT.plus(WINDOW), NO_DEADLINE)).isEqualTo(WINDOW_CLOSED);
    assertThat(judge(SENT.plus(WINDOW.multipliedBy(2)), NO_DEADLINE)).isEqualTo(WINDOW_CLOSED);
  }

  @Test
  void past_the_deadline_nothing_is_sent_again() {
    Instant leaseEnds = SENT.plusSeconds(300);
    Instant now = leaseEnds.minusSeconds(60);
    assertThat(judge(leaseEnds, Optional.of(now))).isEqualTo(DEADLINE_PASSED);
    assertThat(judge(leaseEnds, Optional.of(now.plusNanos(1)))).isEqualTo(SAFE);
  }

  @Test
  void where_repeats_promise_nothing_it_is_never_safe() {
    ProviderTerms none =
        new ProviderTerms(
            "acme",
            TERMS.referenceForm(),
            ProviderTerms.Repeats.NONE,
            Optional.empty(),
            Optional.empty(),
            true,
            TERMS.retry(),
            TERMS.lookups(),
            TERMS.statusChecks(),
            Map.of());
    assertThat(ResendRule.judge(none, SENT, SENT.plusSeconds(90), NO_DEADLINE, SENT))
        .isEqualTo(NEVER_PROMISED);
  }

  @Test
  void who_never_forgets_can_be_asked_so_for_ever() {
    ProviderTerms terms = Sample.terms(Optional.empty(), Optional.empty(), Map.of());
    Instant muchLater = SENT.plus(Duration.ofDays(400));
    assertThat(ResendRule.judge(terms, SENT, muchLater, NO_DEADLINE, muchLater)).isEqualTo(SAFE);
  }
}
