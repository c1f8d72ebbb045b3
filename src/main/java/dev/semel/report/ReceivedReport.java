// A delivery that is kept and decided about.
package dev.semel.report;

/**
 * A delivery that is kept and decided about.
 *
 * @param delivery its number
 * @param reportId the report that its bytes are
 * @param contentHash the SHA-256 of its bytes
 */
record ReceivedReport(long delivery, String reportId, byte[] contentHash, GateDecision decision) {}
