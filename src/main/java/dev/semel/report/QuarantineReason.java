// Why the gate keeps a delivery in quarantine.
package dev.semel.report;

/** Why the gate keeps a delivery in quarantine. */
enum QuarantineReason {
  /** The checksum that came with it is that of other bytes. */
  CHECKSUM_DIFFERS,
  /** The file of its checksum has none in a form that is known. */
  CHECKSUM_UNREADABLE,
  /** The file of checksums does not name it, or names it more than once. */
  CHECKSUM_NOT_LISTED
}
