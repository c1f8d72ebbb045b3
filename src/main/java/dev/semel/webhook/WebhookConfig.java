// How messages from providers are kept and processed.
package dev.semel.webhook;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How messages from providers are kept and processed. Each is a variable SEMEL_WEBHOOK_…. */
@ConfigMapping(prefix = "semel.webhook")
public interface WebhookConfig {
  /** How long an event that names no payout of ours waits for one before a person gets it. */
  @WithDefault("PT15M")
  Duration parkFor();

  /** How many messages one node processes at once; 0 leaves them to other nodes. */
  @WithDefault("4")
  int workers();

  /** How long a worker waits before it looks at the table again when nobody wakes it. */
  @WithDefault("PT1S")
  Duration poll();

  /** How often the processing of a message is tried before a person gets it. */
  @WithDefault("8")
  int tries();

  /** The pause after the first failed try; it doubles with every further one. */
  @WithDefault("PT1S")
  Duration retryBase();

  /** The longest pause between two tries. */
  @WithDefault("PT5M")
  Duration retryCap();

  /** How many rejected messages of one provider are kept per day; more are dropped and counted. */
  @WithDefault("1000")
  int quarantineMessages();

  /** How many bytes of rejected messages of one provider are kept per day. */
  @WithDefault("33554432")
  long quarantineBytes();
}
