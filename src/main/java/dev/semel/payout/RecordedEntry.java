// One entry of a payout's history, as it is read back.
package dev.semel.payout;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One entry of a payout's history, in the words of the contract. */
record RecordedEntry(
    String id,
    int sequence,
    String type,
    boolean applied,
    @Nullable String from,
    @Nullable String to,
    @Nullable String reason,
    String evidence,
    String actor,
    Instant occurredAt,
    Instant recordedAt) {}
