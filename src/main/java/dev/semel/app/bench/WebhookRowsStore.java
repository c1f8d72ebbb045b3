// What the bench of webhooks asks the server's database, and the rows that it compares with.
package dev.semel.app.bench;

import dev.semel.db.Ids;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;

/** Counts what became of webhooks, and inserts rows like theirs without a server. */
final class WebhookRowsStore {
  private static final String HEADERS =
      "{\"content-length\": [\"230\"], \"content-type\": [\"application/json\"], \"host\": [\"127.0.0.1:8080\"], \"x-simulator-signature\": [\"***\"], \"x-simulator-timestamp\": [\"1796119200\"]}";

  private final DataSource database;
  private final Jdbi jdbi;

  WebhookRowsStore(DataSource database) {
    this.database = database;
    this.jdbi = Jdbi.create(database);
  }

  /** A payout that the partner has. */
  record Sent(String reference, String partnersId) {}

  /** All payouts that the partner has. */
  List<Sent> sent() {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT a.client_reference, p.provider_payout_id FROM payout p JOIN attempt a ON a.payout_id = p.id AND a.number = p.attempt
                    WHERE p.state = 'sent' ORDER BY p.id
                    """)
                .map((row, _) -> new Sent(row.getString(1), row.getString(2)))
                .list());
  }

  /** How many payouts the partner has. */
  long sentSoFar() {
    return number("SELECT count(*) FROM payout WHERE state = 'sent'");
  }

  /** How many messages are stored. */
  long messages() {
    return number("SELECT count(*) FROM webhook_message WHERE verification = 'verified'");
  }

  /** How many messages are still to be processed. */
  long waiting() {
    return number("SELECT count(*) FROM webhook_message WHERE status = 'received'");
  }

  /** How many messages could not be processed. */
  long failed() {
    return number("SELECT count(*) FROM webhook_message WHERE status = 'failed'");
  }

  /** How many payouts were paid. */
  long paid() {
    return number("SELECT count(*) FROM payout WHERE state = 'paid'");
  }

  /** How many payouts were paid more than once in their history. */
  long paidTwice() {
    return number(
        """
        SELECT count(*) FROM (SELECT FROM payout_event WHERE applied AND to_state = 'paid' AND from_state <> 'paid'
            GROUP BY payout_id HAVING count(*) > 1) twice
        """);
  }

  /** How many events were applied. */
  long applied() {
    return number(
        "SELECT count(*) FROM payout_event WHERE applied AND evidence = 'signed_webhook' AND type = 'provider_says_paid'");
  }

  private long number(String query) {
    return jdbi.withHandle(handle -> handle.createQuery(query).mapTo(Long.class).one());
  }

  /** Makes a table like the server's for the rows that are compared with. */
  void makeReference() {
    jdbi.useHandle(
        handle ->
            handle.execute("CREATE TABLE bench_message (LIKE webhook_message INCLUDING ALL)"));
  }

  /** A connection that inserts a message's row in a transaction of its own each time. */
  Burst.Connection inserting() throws SQLException {
    Connection connection = database.getConnection();
    PreparedStatement insert =
        connection.prepareStatement(
            """
            INSERT INTO bench_message (id, provider, headers, body, verification, status, due_at)
            VALUES (?, 'bench', CAST(? AS jsonb), ?, 'verified', 'received', now())
            """);
    return new Burst.Connection() {
      @Override
      public void perform(byte[] body) throws SQLException {
        insert.setString(1, Ids.next(Ids.Kind.WEBHOOK_MESSAGE));
        insert.setString(2, HEADERS);
        insert.setBytes(3, body);
        insert.executeUpdate();
      }

      @Override
      public void close() throws IOException {
        try {
          connection.close();
        } catch (SQLException e) {
          throw new IOException("A connection can't be closed.", e);
        }
      }
    };
  }

  /** Keeps the server from recording any event for this long: processing stands still meanwhile. */
  void hinderProcessing(Duration time) {
    jdbi.useTransaction(
        handle -> {
          handle.execute("LOCK TABLE webhook_event IN EXCLUSIVE MODE");
          handle
              .createQuery("SELECT pg_sleep(:seconds)")
              .bind("seconds", time.toMillis() / 1000.0)
              .mapToMap()
              .one();
        });
  }
}
