// How long people have to decide, and how long a partner has to show what it took.
package dev.semel.payout;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How long people have to decide, and how long a partner has to show what it took. */
@ConfigMapping(prefix = "semel.approval")
public interface ApprovalConfig {
  /** How long a wish waits for a second person. {@code SEMEL_APPROVAL_EXPIRY}. */
  @WithDefault("PT24H")
  Duration expiry();

  /**
   * How long after the last moment at which a request may have been written nothing is settled or
   * resent, where the provider does not promise when an accepted payout shows. {@code
   * SEMEL_SETTLE_WINDOW}.
   */
  @WithDefault("PT15M")
  Duration settleWindow();
}
