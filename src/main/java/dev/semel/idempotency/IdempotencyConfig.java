// How long keys live and how long a twin waits.
package dev.semel.idempotency;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How idempotency keys are kept. */
@ConfigMapping(prefix = "semel.idempotency")
public interface IdempotencyConfig {
  /** The least retention with which the server starts. */
  Duration LEAST_RETENTION = Duration.ofHours(24);

  /**
   * How long a key is kept after its first use, at least 24 hours. {@code
   * SEMEL_IDEMPOTENCY_RETENTION}.
   */
  @WithDefault("P7D")
  Duration retention();
}
