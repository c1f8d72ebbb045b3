// What happens to a report.
package dev.semel.report;

/** What happens to a report, in the words of its history. */
enum ReportAct {
  /** A person brought it. */
  BROUGHT,
  /** The gate let it through. */
  ACCEPTED,
  /** It went into quarantine. */
  QUARANTINED,
  /** It was read whole. */
  READ,
  /** A person wants its checks made again. */
  VERIFY_ASKED,
  /** A person wants it released. */
  RELEASE_PROPOSED,
  /** A second person released it. */
  RELEASED,
  /** A person refused it for good. */
  REJECTED,
  /** A person took its bytes. */
  DOWNLOADED
}
