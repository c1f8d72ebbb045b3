// Where reports that were had go.
package dev.semel.report.pickup;

import java.io.IOException;

/** Where reports that were had go: they are stored, then judged. */
public interface ReportIntake {
  /**
   * Stores a report and judges it. When this returns its bytes are kept, whatever was decided about
   * them; the very same again are the same report.
   *
   * @return the SHA-256 of its bytes
   * @throws IOException when the bytes that were had can't be read
   */
  byte[] take(ArrivedReport report) throws IOException;
}
