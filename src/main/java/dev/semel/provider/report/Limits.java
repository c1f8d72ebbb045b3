// How large what is in a report may be.
package dev.semel.provider.report;

/**
 * Bounds on what a report may hold, so that memory has one. They are far beyond what partners send.
 */
final class Limits {
  /** Rows of a report. */
  static final int ROWS = 20_000_000;

  /** Characters of one value. */
  static final int VALUE = 64 * 1024;

  /** Characters of one line or record. */
  static final int RECORD = 1024 * 1024;

  /** Cells of one record. */
  static final int CELLS = 2_000;

  /** Names and values of one JSON row. */
  static final int TOKENS_IN_A_ROW = 20_000;

  /** Objects, arrays or elements inside one another. */
  static final int DEPTH = 60;

  /** Attributes of one element. */
  static final int ATTRIBUTES = 64;

  /** Statements or accounts in a report. */
  static final int PARTS = 10_000;

  /** Different notes that are kept of one report. */
  static final int NOTES = 20;

  /** Characters of a reference or an id that can be kept. */
  static final int NAME = 255;

  /** Characters of an explanation that are kept. */
  static final int TEXT = 500;

  private Limits() {}
}
