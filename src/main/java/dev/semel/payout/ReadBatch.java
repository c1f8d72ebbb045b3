// Reads a batch of payouts.
package dev.semel.payout;

import dev.semel.db.Tx;
import dev.semel.domain.PayoutState;
import jakarta.inject.Singleton;
import java.util.Map;

/** Reads a tenant's batch, and how far its payouts are. */
@Singleton
final class ReadBatch {
  private final PayoutBatchStore batches;

  ReadBatch(PayoutBatchStore batches) {
    this.batches = batches;
  }

  /**
   * A batch as it stands.
   *
   * @param counts how many of its payouts are in each state; states without any are left out
   */
  record Standing(PayoutBatch batch, Map<PayoutState, Integer> counts) {
    /** True when every payout of it is final. */
    boolean isFinal() {
      return counts.keySet().stream().allMatch(PayoutState::terminal);
    }
  }

  /** A batch as it stands. */
  Standing read(String tenantId, String batchId) {
    return Tx.call(
        () -> {
          PayoutBatch batch = batches.find(tenantId, batchId).orElseThrow(Problems::noSuchBatch);
          return new Standing(batch, batches.counts(batchId));
        });
  }
}
