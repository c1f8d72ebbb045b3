// A report as people see it.
package dev.semel.report;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;

/**
 * A report as people see it, without its bytes.
 *
 * @param provider whose it is
 * @param fault which check keeps it in quarantine, where one does
 * @param reason why it is there, or what people should know of it
 * @param hash the SHA-256 of its bytes
 * @param size how many bytes it has
 * @param rows how many rows were read from it, once it was
 * @param kept whether its bytes are still there
 * @param proposal who wants it released, where one person does
 */
record ReportView(
    String id,
    String provider,
    LocalDate businessDate,
    StoredReport.Status status,
    Optional<QuarantineReason> fault,
    Optional<String> reason,
    byte[] hash,
    long size,
    String contentType,
    Instant receivedAt,
    Optional<Integer> rows,
    boolean kept,
    Optional<Proposal> proposal) {

  /** That a person wants a report released. */
  record Proposal(String by, String reason, Instant at) {}
}
