// How reports are kept.
package dev.semel.report;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How reports are kept. Each is a variable SEMEL_REPORT_…. */
@ConfigMapping(prefix = "semel.report")
public interface ReportConfig {
  /** The least retention with which the server starts. */
  Duration LEAST_RETENTION = Duration.ofDays(30);

  /**
   * How often each node looks for reports that were kept and not brought to their end; {@code off}:
   * never.
   */
  @WithDefault("10s")
  String resumeEvery();

  /** How long the bytes of reports are kept that nobody waits for, 30 days at least. */
  @WithDefault("P400D")
  Duration contentRetention();
}
