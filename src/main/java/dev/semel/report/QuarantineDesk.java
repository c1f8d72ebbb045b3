// Tells people about reports in quarantine.
package dev.semel.report;

import java.time.LocalDate;

/** Tells people about reports in quarantine, in the open transaction. */
public interface QuarantineDesk {
  /**
   * A report went into quarantine.
   *
   * @param fault which check keeps it there, in a word
   * @param reason what shows that, and what to do, in sentences
   */
  void quarantined(String provider, String reportId, LocalDate day, String fault, String reason);

  /**
   * A report is no longer in quarantine.
   *
   * @param note how one knows
   */
  void over(String reportId, String note);
}
