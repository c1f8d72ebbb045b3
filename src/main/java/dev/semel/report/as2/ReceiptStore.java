// The SQL of receipts.
package dev.semel.report.as2;

import dev.semel.db.Sql;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Optional;

/** Keeps the receipts of messages that we have, so that a repetition gets the same one. */
@Singleton
final class ReceiptStore {
  private final Sql sql;

  ReceiptStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * A receipt that was given.
   *
   * @param hash the SHA-256 of the report that it is for
   */
  record Given(byte[] hash, Receipt receipt) {}

  /** The receipt of a message, where it was given one. */
  Optional<Given> find(String provider, String messageId) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT content_hash, receipt_id, receipt_type, receipt FROM as2_message
                    WHERE provider = :provider AND message_id = :id
                    """)
                .bind("provider", provider)
                .bind("id", messageId)
                .map(
                    (row, _) ->
                        new Given(
                            row.getBytes("content_hash"),
                            new Receipt(
                                row.getString("receipt_id"),
                                row.getString("receipt_type"),
                                row.getBytes("receipt"))))
                .findOne());
  }

  /** Keeps a receipt; where another node has just kept one, that stays. */
  void keep(String provider, String messageId, String signer, byte[] hash, Receipt receipt) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    INSERT INTO as2_message (provider, message_id, signer, content_hash, receipt_id, receipt_type, receipt)
                    VALUES (:provider, :id, :signer, :hash, :receiptId, :type, :receipt)
                    ON CONFLICT DO NOTHING
                    """)
                .bind("provider", provider)
                .bind("id", messageId)
                .bind("signer", signer)
                .bind("hash", hash)
                .bind("receiptId", receipt.messageId())
                .bind("type", receipt.contentType())
                .bind("receipt", receipt.body())
                .execute());
  }

  /** How many messages of a provider that prove nothing were kept within a day. */
  int doubtfulOfADay(String provider) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT count(*) FROM report_delivery WHERE originator = :provider AND doubt IS NOT NULL AND received_at > now() - interval '1 day'")
                .bind("provider", provider)
                .mapTo(Integer.class)
                .one());
  }

  /** The time of the database. */
  Instant now() {
    return sql.with(handle -> handle.createQuery("SELECT now()").mapTo(Instant.class).one());
  }
}
