// How this node works on what is due.
package dev.semel.submission;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How this node works on what is due. */
@ConfigMapping(prefix = "semel.submission")
public interface SubmissionConfig {
  /** The shortest lease with which the server starts. */
  Duration SHORTEST_LEASE = Duration.ofSeconds(2);

  /**
   * How long a claim lasts; it is renewed while a call runs, and must be longer than a stall of
   * this process. {@code SEMEL_LEASE}.
   */
  @WithDefault("PT60S")
  Duration lease();

  /** How long this node waits at most before it looks at the table again. */
  @WithDefault("PT0.25S")
  Duration pollInterval();

  /** How often claims of dead workers and passed deadlines are looked for. */
  @WithDefault("PT1S")
  Duration sweepInterval();

  /** After so many failures in a row work on a payout waits for a person. */
  @WithDefault("5")
  int jobTries();

  /** The pause after the first failure; each is twice the one before. */
  @WithDefault("PT5S")
  Duration jobRetryBase();

  /** The longest such pause. */
  @WithDefault("PT5M")
  Duration jobRetryCap();

  /** How long a payout may be overdue before people are told that nobody serves its provider. */
  @WithDefault("PT5M")
  Duration unservedAfter();

  /** How long a stop waits for calls that are running, from SIGTERM on. */
  @WithDefault("PT25S")
  Duration stopGrace();

  /** How many retries each provider may be sent, by all nodes together. */
  RetryBudgetConfig retryBudget();

  /** How many retries each provider may be sent, by all nodes together. */
  interface RetryBudgetConfig {
    /**
     * Their share of the first submissions of the last ten minutes. {@code
     * SEMEL_RETRY_BUDGET_PERCENT}.
     */
    @WithDefault("20")
    int percent();

    /** How many each minute there are always. {@code SEMEL_RETRY_BUDGET_PER_MINUTE}. */
    @WithDefault("10")
    int perMinute();
  }
}
