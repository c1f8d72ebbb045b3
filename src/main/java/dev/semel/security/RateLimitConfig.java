// How many requests a credential may send.
package dev.semel.security;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.Optional;

/** How many requests a credential may send. Each is a variable SEMEL_RATE_LIMIT_…. */
@ConfigMapping(prefix = "semel.rate-limit")
public interface RateLimitConfig {
  /** Requests in a second that a credential may go on with; {@code 0} or {@code off}: no limit. */
  @WithDefault("500")
  String perSecond();

  /** Requests that may come at once after a pause; twice as many as in a second when not said. */
  Optional<String> burst();
}
