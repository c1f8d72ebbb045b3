// The SQL of the senders' payments.
package dev.semel.payout;

import dev.semel.db.Sql;
import dev.semel.domain.Money;
import jakarta.inject.Singleton;
import java.sql.Timestamp;
import java.util.Optional;

/** Reads and writes the payments that were reported for payouts. */
@Singleton
final class FundingStore {
  private final Sql sql;

  FundingStore(Sql sql) {
    this.sql = sql;
  }

  /** What was captured by a payment that was reported before. */
  Optional<Money> find(String payoutId, String paymentReference) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT amount, currency FROM funding_payment WHERE payout_id = :payout AND payment_reference = :reference")
                .bind("payout", payoutId)
                .bind("reference", paymentReference)
                .map(
                    (row, _) ->
                        Money.of(
                            row.getBigDecimal("amount").stripTrailingZeros().toPlainString(),
                            row.getString("currency")))
                .findOne());
  }

  void insert(String payoutId, ConfirmFunding.Payment payment, boolean applied) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    INSERT INTO funding_payment (payout_id, payment_reference, amount, currency, captured_at, applied)
                    VALUES (:payout, :reference, :amount, :currency, :captured, :applied)
                    """)
                .bind("payout", payoutId)
                .bind("reference", payment.reference())
                .bind("amount", payment.money().amount())
                .bind("currency", payment.money().currency().code())
                .bind("captured", Timestamp.from(payment.capturedAt()))
                .bind("applied", applied)
                .execute());
  }
}
