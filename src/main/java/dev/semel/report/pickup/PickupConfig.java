// How partners' reports are looked for.
package dev.semel.report.pickup;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How partners' reports are looked for. Each is a variable SEMEL_PICKUP_…. */
@ConfigMapping(prefix = "semel.pickup")
public interface PickupConfig {
  /** How often each node looks whether a look for reports is due; {@code off}: never. */
  @WithDefault("10s")
  String checkEvery();

  /** How often each node looks whether a report is late; {@code off}: never. */
  @WithDefault("1m")
  String tellEvery();

  /** How often a partner is asked over HTTP for a report that is due and not there. */
  @WithDefault("PT15M")
  Duration askEvery();

  /** How often in a row a look that a fault of the transport ended is made again at once. */
  @WithDefault("5")
  int attempts();

  /** The ceiling of the first pause between such looks; it doubles with every further one. */
  @WithDefault("PT10S")
  Duration retryBase();

  /** The ceiling that no such pause exceeds. */
  @WithDefault("PT5M")
  Duration retryCap();

  /** How long the connection to a server may take, its keys and our login included. */
  @WithDefault("PT15S")
  Duration connectTimeout();

  /** How long a server may be silent. */
  @WithDefault("PT30S")
  Duration readTimeout();

  /** How long a look may take, all its files included. */
  @WithDefault("PT10M")
  Duration lookTimeout();

  /** How many entries of a folder are read; more refuse it. */
  @WithDefault("10000")
  int mostEntries();

  /** How large a report may be, in bytes. */
  @WithDefault("536870912")
  long largestFile();
}
