// Payouts that were accepted together.
package dev.semel.payout;

import java.time.Instant;

/**
 * Payouts that were accepted together.
 *
 * @param id the batch's id
 * @param tenantId whose it is
 * @param payouts how many payouts it has
 * @param createdAt when they were accepted
 */
record PayoutBatch(String id, String tenantId, int payouts, Instant createdAt) {
  /** How many payouts a batch has at most. */
  static final int MOST_PAYOUTS = 1_000;
}
