// How reports are looked for in tests.
package dev.semel.report.pickup;

import java.time.Duration;

/** How reports are looked for in tests: as it is shipped, but for what a test has to meet. */
record PickupSettings(int mostEntries, long largestFile, Duration connectTimeout)
    implements PickupConfig {
  PickupSettings() {
    this(100, 1_000_000, Duration.ofSeconds(20));
  }

  @Override
  public String checkEvery() {
    return "off";
  }

  @Override
  public String tellEvery() {
    return "off";
  }

  @Override
  public Duration askEvery() {
    return Duration.ofMinutes(15);
  }

  @Override
  public int attempts() {
    return 3;
  }

  @Override
  public Duration retryBase() {
    return Duration.ofSeconds(10);
  }

  @Override
  public Duration retryCap() {
    return Duration.ofSeconds(15);
  }

  @Override
  public Duration readTimeout() {
    return Duration.ofSeconds(20);
  }

  @Override
  public Duration lookTimeout() {
    return Duration.ofMinutes(1);
  }
}
