// How a bank's MT940 statements are read.
package dev.semel.provider.report;

import java.nio.charset.Charset;
import java.time.ZoneId;

/**
 * How MT940 statements are read.
 *
 * @param charset how their bytes are text
 * @param zone whose clock their dates are of
 */
public record Mt940Format(Charset charset, ZoneId zone) implements ReportFormat {
  @Override
  public String title() {
    return "MT940";
  }
}
