// How long calls to providers are kept.
package dev.semel.provider;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How long calls to providers are kept. */
@ConfigMapping(prefix = "semel.calls")
public interface CallLogConfig {
  /** The least retention with which the server starts. */
  Duration LEAST_RETENTION = Duration.ofDays(1);

  /** How long a call is kept, a day at least. {@code SEMEL_CALLS_RETENTION}. */
  @WithDefault("P90D")
  Duration retention();
}
