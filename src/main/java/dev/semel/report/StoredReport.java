// A report as it is stored, without its bytes.
package dev.semel.report;

import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A report as it is stored, without its bytes.
 *
 * @param id its id
 * @param businessDate the day it was stored for
 * @param status how far it came
 * @param reason why it is in quarantine, where it is
 * @param receivedAt when its bytes came first
 * @param lines how many lines were read from it
 * @param kept whether its bytes are still there
 */
record StoredReport(
    String id,
    LocalDate businessDate,
    Status status,
    @Nullable String reason,
    Instant receivedAt,
    int lines,
    boolean kept) {
  /** How far a report came. */
  enum Status {
    /** Its bytes are stored; nobody has read them. */
    RECEIVED,
    /** It can't be read whole, and acts on nothing. */
    QUARANTINED,
    /** It was read, and counts. */
    ACCEPTED,
    /** A person said that it does not count. */
    SUPPRESSED,
    /** A later one of the same day counts instead. */
    SUPERSEDED,
    /** It was refused for good. */
    REJECTED
  }
}
