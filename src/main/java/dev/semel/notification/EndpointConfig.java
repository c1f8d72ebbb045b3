// Where events may be delivered.
package dev.semel.notification;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Where events may be delivered. */
@ConfigMapping(prefix = "semel.webhook-endpoint")
public interface EndpointConfig {
  /**
   * Whether endpoints may be on private networks and on this machine, and without TLS. {@code
   * SEMEL_WEBHOOK_ALLOW_PRIVATE_ADDRESSES}.
   */
  @WithDefault("false")
  boolean allowPrivateAddresses();
}
