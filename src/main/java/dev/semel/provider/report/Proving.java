// What a report has to agree with.
package dev.semel.provider.report;

/** What a cell or a member says of the rows of its report. */
public enum Proving {
  /** How many there are. */
  COUNT,
  /** What they come to. */
  SUM,
  /** The balance before them. */
  OPENING,
  /** The balance after them. */
  CLOSING
}
