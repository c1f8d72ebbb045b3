// Until when a request may be written under a claim of a payout that has a deadline.
package dev.semel.submission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RunningClaimsTest {
  private static final Instant CLAIMED = Instant.parse("2026-11-30T10:00:00Z");

  private static boolean inTimeAfter(int seconds, @Nullable Instant deadline) {
    return RunningClaims.inTime(Duration.ofSeconds(seconds), CLAIMED, deadline);
  }

  @Test
  void without_a_deadline_it_is_never_too_late() {
    assertThat(inTimeAfter(3600, null)).isTrue();
  }

  @Test
  void nothing_is_sent_at_the_deadline_or_after_it() {
    assertThat(inTimeAfter(4, CLAIMED.plusSeconds(5))).isTrue();
    assertThat(inTimeAfter(5, CLAIMED.plusSeconds(5))).isFalse();
    assertThat(inTimeAfter(6, CLAIMED.plusSeconds(5))).isFalse();
  }
}
