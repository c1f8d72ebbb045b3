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

  /**
   * A payment that was reported before.
   *
   * @param money what was captured
   * @param applied whether it is the one that funds the payout
   */
  record Known(Money money, boolean applied) {}

  /** The payment of a reference that was reported for a payout before. */
  Optional<Known> find(String payoutId, String paymentReference) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT amount, currency, applied FROM funding_payment WHERE payout_id = :payout AND payment_reference = :reference")
                .bind("payout", payoutId)
                .bind("reference", paymentReference)
                .map(
                    (row, _) ->
                        new Known(
                            Money.of(
                                row.getBigDecimal("amount").stripTrailingZeros().toPlainString(),
                                row.getString("currency")),
                            row.getBoolean("applied")))
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
