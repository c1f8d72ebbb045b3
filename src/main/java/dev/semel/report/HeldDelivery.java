// A delivery that is kept, as the gate looks at it.
package dev.semel.report;

import dev.semel.report.pickup.Seal;
import java.time.Instant;
import java.util.Optional;

/**
 * A delivery that is kept, as the gate looks at it.
 *
 * @param number the delivery
 * @param provider whose report it is
 * @param label what it was called there
 * @param hash the SHA-256 of its bytes
 * @param size how many bytes it has
 * @param checksum the file of its checksum, as it came
 * @param signature the file of its signature, as it came
 * @param seal what its way has proved
 * @param receivedAt when it came, by the database's clock
 * @param decision what was decided; empty while nothing is
 */
record HeldDelivery(
    long number,
    String provider,
    String label,
    byte[] hash,
    long size,
    Optional<byte[]> checksum,
    Optional<byte[]> signature,
    Seal seal,
    Instant receivedAt,
    Optional<GateDecision> decision) {}
