package dev.semel.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The order of a provider's statements, by its own numbers and times alone. */
class ProviderPositionTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  @Test
  void a_lower_sequence_is_older_whatever_the_times_say() {
    assertThat(position(1, NOON.plusSeconds(9)).olderThan(position(2, NOON))).isTrue();
    assertThat(position(2, NOON).olderThan(position(1, NOON.plusSeconds(9)))).isFalse();
  }

  @Test
  void without_sequences_on_both_sides_the_earlier_time_is_older() {
    assertThat(Sample.at(NOON).olderThan(Sample.at(NOON.plusNanos(1)))).isTrue();
    assertThat(Sample.at(NOON).olderThan(position(7, NOON.plusSeconds(1)))).isTrue();
    assertThat(Sample.at(NOON.plusSeconds(1)).olderThan(Sample.at(NOON))).isFalse();
  }

  @Test
  void what_cannot_be_placed_is_neither_older_nor_at_the_same_place() {
    ProviderPosition numbered = new ProviderPosition(Optional.of(1L), Optional.empty());
    for (ProviderPosition other :
        new ProviderPosition[] {ProviderPosition.UNPLACED, Sample.at(NOON)}) {
      assertThat(numbered.olderThan(other)).isFalse();
      assertThat(other.olderThan(numbered)).isFalse();
      assertThat(numbered.samePlaceAs(other)).isFalse();
    }
    assertThat(ProviderPosition.UNPLACED.samePlaceAs(ProviderPosition.UNPLACED)).isFalse();
  }

  @Test
  void equal_sequences_or_else_equal_times_are_the_same_place_and_not_older() {
    assertThat(position(1, NOON).samePlaceAs(position(1, NOON.plusSeconds(1)))).isTrue();
    assertThat(position(1, NOON).samePlaceAs(position(2, NOON))).isFalse();
    assertThat(Sample.at(NOON).samePlaceAs(position(2, NOON))).isTrue();
    assertThat(Sample.at(NOON).olderThan(Sample.at(NOON))).isFalse();
  }

  @Test
  void what_a_later_statement_lacks_is_kept_from_the_earlier_one() {
    assertThat(ProviderPosition.UNPLACED.advancedFrom(position(4, NOON)))
        .isEqualTo(position(4, NOON));
    assertThat(Sample.at(NOON.plusSeconds(1)).advancedFrom(position(4, NOON)))
        .isEqualTo(position(4, NOON.plusSeconds(1)));
    assertThat(position(5, NOON).advancedFrom(ProviderPosition.UNPLACED))
        .isEqualTo(position(5, NOON));
  }

  @Test
  void a_status_is_less_far_than_a_later_state_of_the_providers_and_than_no_other() {
    assertThat(ProviderStatus.PROCESSING.isLessFarThan(PayoutState.PAID)).isTrue();
    assertThat(ProviderStatus.PROCESSING.isLessFarThan(PayoutState.FAILED)).isTrue();
    assertThat(ProviderStatus.PROCESSING.isLessFarThan(PayoutState.CANCELLED)).isTrue();
    assertThat(ProviderStatus.PAID.isLessFarThan(PayoutState.RETURNED)).isTrue();
    assertThat(ProviderStatus.PAID.isLessFarThan(PayoutState.FAILED)).isFalse();
    assertThat(ProviderStatus.PAID.isLessFarThan(PayoutState.SENT)).isFalse();
    assertThat(ProviderStatus.PROCESSING.isLessFarThan(PayoutState.SUBMITTING)).isFalse();
  }

  private static ProviderPosition position(long sequence, Instant occurredAt) {
    return new ProviderPosition(Optional.of(sequence), Optional.of(occurredAt));
  }
}
