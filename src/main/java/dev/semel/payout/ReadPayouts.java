// Reads payouts and their histories.
package dev.semel.payout;

import dev.semel.db.Tx;
import jakarta.inject.Singleton;
import java.util.List;

/** Reads a tenant's payouts and their histories. */
@Singleton
final class ReadPayouts {
  private final PayoutStore payouts;
  private final PayoutHistoryStore histories;

  ReadPayouts(PayoutStore payouts, PayoutHistoryStore histories) {
    this.payouts = payouts;
    this.histories = histories;
  }

  /** One payout. */
  PayoutRecord payout(String tenantId, String payoutId) {
    return Tx.call(() -> payouts.find(tenantId, payoutId)).orElseThrow(Problems::noSuchPayout);
  }

  /** A page of payouts, newest first. */
  List<PayoutRecord> page(PayoutFilter filter, int limit) {
    return Tx.call(() -> payouts.page(filter, limit));
  }

  /** A page of one payout's history, oldest first, after the entry of a number. */
  List<RecordedEntry> history(String tenantId, String payoutId, int after, int limit) {
    return Tx.call(
        () -> {
          if (payouts.find(tenantId, payoutId).isEmpty()) {
            throw Problems.noSuchPayout();
          }
          return histories.page(payoutId, after, limit);
        });
  }
}
