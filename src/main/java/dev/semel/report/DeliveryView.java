// A delivery of a report as people see it.
package dev.semel.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.report.pickup.Try;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A delivery of a report as people see it.
 *
 * @param label what it was called there
 * @param checksum the file of its checksum, as it came
 * @param signed whether a file of its signature came with it
 * @param receivedAt when it began to come, by the database's clock
 * @param decision what was decided; empty while nothing is
 * @param decidedAt when that was
 * @param proofs what was proved, as it is shown
 * @param tries the tries to get it that failed before
 */
record DeliveryView(
    long number,
    DeliveryWay way,
    String label,
    Optional<byte[]> checksum,
    boolean signed,
    Instant receivedAt,
    Optional<GateDecision> decision,
    Optional<Instant> decidedAt,
    JsonNode proofs,
    List<Try> tries) {
  DeliveryView {
    tries = List.copyOf(tries);
  }
}
