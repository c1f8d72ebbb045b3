// From when a lookup counts that took long.
package dev.semel.submission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.ClientReference;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.Promises;
import dev.semel.domain.ProviderTerms;
import dev.semel.payout.PaperPayout;
import dev.semel.payout.PayoutStore;
import dev.semel.provider.LookupOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The partner promises to show within thirty seconds what it has; the last request was at noon. */
class ResolveUnknownTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final ProviderTerms TERMS =
      new ProviderTerms(
          PaperPayout.PROVIDER,
          ClientReference.Form.BASE32_UPPER,
          ProviderTerms.Repeats.REJECTS_DUPLICATE_REFERENCE,
          Optional.of(Duration.ofDays(1)),
          Optional.of(Duration.ofSeconds(30)),
          true,
          new ProviderTerms.RetryTerms(
              Duration.ofSeconds(1), Duration.ofSeconds(30), 6, Duration.ofHours(2)),
          List.of(Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofMinutes(2)),
          List.of(Duration.ofMinutes(1)),
          Map.of());

  @Test
  void a_lookup_that_began_too_early_does_not_count_however_late_its_answer_is() {
    assertThat(absent(NOON.plusSeconds(29), NOON.plusSeconds(45)))
        .containsExactly(new PayoutEvent.LookupAbsent());
  }

  @Test
  void one_that_began_later_counts_from_when_it_began() {
    assertThat(absent(NOON.plusSeconds(31), NOON.plusSeconds(45)))
        .containsExactly(new PayoutEvent.LookupAbsent(Optional.of(NOON.plusSeconds(31))));
  }

  @Test
  void beside_another_attempt_absence_is_never_confirmed_however_often_it_is_found() {
    Instant before = NOON.plusSeconds(40);
    Instant started = NOON.plusSeconds(60);

    assertThat(
            ResolveUnknown.events(
                new LookupOutcome.Absent(), locked(started, before, null), started, TERMS))
        .containsExactly(new PayoutEvent.AbsenceConfirmed());
    assertThat(
            ResolveUnknown.events(
                new LookupOutcome.Absent(), locked(started, before, 1), started, TERMS))
        .hasSize(2)
        .first()
        .isEqualTo(new PayoutEvent.LookupAbsent());
  }

  @Test
  void what_was_promised_when_it_was_sent_counts_though_the_file_promises_more_by_now() {
    PayoutStore.Locked locked = locked(NOON.plusSeconds(45), null, null);
    Promises nothing =
        new Promises(TERMS.repeats(), TERMS.window(), Optional.empty(), TERMS.fingerprint());
    Promises later =
        new Promises(
            TERMS.repeats(),
            TERMS.window(),
            Optional.of(Duration.ofMinutes(2)),
            TERMS.fingerprint());
    Promises elsewhere =
        new Promises(TERMS.repeats(), TERMS.window(), TERMS.visibleWithin(), "another");
    for (Promises then : List.of(nothing, later, elsewhere)) {
      assertThat(absent(sentUnder(then, locked), NOON.plusSeconds(40)))
          .as(then.toString())
          .containsExactly(new PayoutEvent.LookupAbsent());
    }
    assertThat(absent(sentUnder(TERMS.promises(), locked), NOON.plusSeconds(40)))
        .containsExactly(new PayoutEvent.LookupAbsent(Optional.of(NOON.plusSeconds(40))));
  }

  private static PayoutStore.Locked sentUnder(Promises then, PayoutStore.Locked locked) {
    return new PayoutStore.Locked(
        locked.payout(),
        locked.firstPossibleSend(),
        locked.lastPossibleSend(),
        Optional.of(then),
        locked.now());
  }

  private static List<PayoutEvent> absent(Instant startedAt, Instant answeredAt) {
    return absent(locked(answeredAt, null, null), startedAt);
  }

  private static List<PayoutEvent> absent(PayoutStore.Locked locked, Instant startedAt) {
    return ResolveUnknown.events(new LookupOutcome.Absent(), locked, startedAt, TERMS);
  }

  private static PayoutStore.Locked locked(
      Instant answeredAt, @Nullable Instant absentSince, @Nullable Integer aliveAttempt) {
    return PaperPayout.locked(PaperPayout.unknown(NOON, absentSince, aliveAttempt), answeredAt);
  }
}
