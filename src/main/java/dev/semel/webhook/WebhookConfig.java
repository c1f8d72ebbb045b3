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

  /** How many bytes of rejected messages of one provider, headers included, are kept per day. */
  @WithDefault("8388608")
  long quarantineBytes();

  /** How long a rejected message is kept. */
  @WithDefault("P30D")
  Duration quarantineRetention();

  /**
   * How many messages that nothing proves to come from a provider are taken of it in an hour; more
   * are refused, and may come again later.
   */
  @WithDefault("5000")
  int hintMessages();

  /** How many bytes of such messages, headers included, are taken of a provider in an hour. */
  @WithDefault("4194304")
  long hintBytes();

  /** How many bytes such a message may have, headers included; a larger one is refused. */
  @WithDefault("32768")
  int hintSize();

  /** How long such a message is kept. */
  @WithDefault("P3D")
  Duration hintRetention();

  /** How long a test message is kept. */
  @WithDefault("P30D")
  Duration testRetention();

  /** How long after a question that such a message caused the next one causes another. */
  @WithDefault("PT30S")
  Duration hintPause();

  /** How many questions about one payout such messages cause in a day. */
  @WithDefault("20")
  int hintQuestions();
}
