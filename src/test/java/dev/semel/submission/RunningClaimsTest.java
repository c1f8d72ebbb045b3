// Until when a request may be written under a claim.
package dev.semel.submission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RunningClaimsTest {
  private static final Instant CLAIMED = Instant.parse("2026-11-30T10:00:00Z");

  private static boolean maySendAfter(int seconds, @Nullable Instant deadline) {
    return RunningClaims.maySend(
        Duration.ofSeconds(seconds), Duration.ofSeconds(60), CLAIMED, deadline);
  }

  @Test
  void half_the_lease_is_for_sending() {
    assertThat(maySendAfter(29, null)).isTrue();
    assertThat(maySendAfter(30, null)).isFalse();
    assertThat(maySendAfter(3600, null)).isFalse();
  }

  @Test
  void nothing_is_sent_at_the_deadline_or_after_it() {
    assertThat(maySendAfter(4, CLAIMED.plusSeconds(5))).isTrue();
    assertThat(maySendAfter(5, CLAIMED.plusSeconds(5))).isFalse();
    assertThat(maySendAfter(30, CLAIMED.plusSeconds(3600))).isFalse();
  }
}
