// How events are published and kept.
package dev.semel.notification;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How the events that clients read are published and kept. */
@ConfigMapping(prefix = "semel.event")
public interface EventConfig {
  /** The least retention with which the server starts. */
  Duration LEAST_RETENTION = Duration.ofDays(1);

  /** How long events are kept, a day at least. {@code SEMEL_EVENT_RETENTION}. */
  @WithDefault("P30D")
  Duration retention();

  /** Where a node publishes nothing by itself. */
  String NEVER = "off";

  /**
   * How often each node looks for events that nobody has published: those that are committed here
   * are published at once. {@code SEMEL_EVENT_PUBLISH_EVERY}.
   */
  @WithDefault("1s")
  String publishEvery();
}
