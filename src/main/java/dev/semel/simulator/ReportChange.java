// How the settlement report may differ from what was really paid.
package dev.semel.simulator;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** One kind of difference in a report. */
enum ReportChange {
  /** The payout's row is left out. */
  MISSING,
  /** The row has another amount. */
  AMOUNT,
  /** The row has another status. */
  STATUS,
  /** One more row stands beside it, for a payout that nobody submitted. */
  FOREIGN;

  @JsonValue
  String word() {
    return Words.of(this);
  }

  @JsonCreator
  static ReportChange parse(String word) {
    return Words.parse(ReportChange.class, word);
  }
}
