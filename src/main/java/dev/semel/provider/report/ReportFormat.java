// How a provider's reports are written.
package dev.semel.provider.report;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** How a provider's reports are written, as its file declares it. */
public sealed interface ReportFormat permits CsvFormat, JsonFormat, IsoFormat, Mt940Format {
  /** What people call it. */
  String title();

  /** How its text becomes bytes, where a report is given as a text. */
  default Charset charset() {
    return StandardCharsets.UTF_8;
  }
}
