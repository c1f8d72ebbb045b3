// How a report is packed.
package dev.semel.provider;

/** How a report is packed. */
public enum ReportPacking {
  /** Not at all. */
  NONE,
  /** With gzip. */
  GZIP,
  /** The one file of a ZIP archive. */
  ZIP
}
