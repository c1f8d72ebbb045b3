// How events are delivered to the endpoints of clients.
package dev.semel.notification;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How events are delivered to the endpoints of clients. Each is a SEMEL_WEBHOOK_DELIVERY_…. */
@ConfigMapping(prefix = "semel.webhook-delivery")
public interface DeliveryConfig {
  /** How many attempts one node makes at once; 0 leaves them to other nodes. */
  @WithDefault("64")
  int workers();

  /**
   * How many attempts one node makes at once at endpoints that have failed several times in a row.
   * They are beside the others, so that receivers that never answer hold up none that do.
   */
  @WithDefault("16")
  int failingWorkers();

  /** How many attempts are made at one endpoint at once, by all nodes together. */
  @WithDefault("4")
  int perEndpoint();

  /** How long a node waits before it looks at the table again when nobody wakes it. */
  @WithDefault("PT0.25S")
  Duration poll();

  /** How long an attempt may take, from the name to the end of the answer. */
  @WithDefault("PT15S")
  Duration timeout();

  /** How long nothing may arrive at an endpoint before it is disabled. */
  @WithDefault("P5D")
  Duration disableAfter();

  /** How long a stop waits for attempts that are under way. */
  @WithDefault("PT10S")
  Duration stopGrace();
}
