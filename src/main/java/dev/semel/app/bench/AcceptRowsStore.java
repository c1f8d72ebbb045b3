// The rows of an accepted payout, written without a server.
package dev.semel.app.bench;

import dev.semel.db.Ids;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Writes the rows that the server writes for a payout that it accepts, into tables like its own, in
 * a transaction each: what PostgreSQL does on this machine for whoever commits every payout alone.
 * Every row is one that the server wrote, but for what has to be another in each: those values are
 * bound, the others stand in the statement.
 */
final class AcceptRowsStore {
  private static final String REFERENCE = "reference";
  private static final String THEIR_REFERENCE = "their reference";
  private static final String ID = "id";
  private static final String ENTRY = "entry";

  /** What is another in each row: by table, the columns and what is bound to them. */
  private static final Map<String, Map<String, String>> BOUND = new LinkedHashMap<>();

  static {
    BOUND.put("idempotency_key", Map.of("key", REFERENCE, "payout_id", ID));
    BOUND.put("payout", Map.of("id", ID, "reference", REFERENCE));
    BOUND.put(
        "attempt",
        Map.of("payout_id", ID, "client_reference", THEIR_REFERENCE, "provider_key", ID));
    BOUND.put("payout_event", Map.of("id", ENTRY, "payout_id", ID));
    BOUND.put("notification", Map.of("id", ENTRY, "payout_id", ID));
  }

  private final DataSource database;
  private final Jdbi jdbi;
  private final List<Insert> inserts = new ArrayList<>();

  AcceptRowsStore(DataSource database) {
    this.database = database;
    this.jdbi = Jdbi.create(database);
  }

  /** A statement, and what is bound to its places. */
  private record Insert(String sql, List<String> bound) {}

  /**
   * Makes tables like the server's, for rows like those of one payout that it has accepted.
   *
   * @param reference that payout's reference
   */
  void makeReference(String reference) {
    jdbi.useTransaction(
        handle -> {
          String id =
              handle
                  .createQuery("SELECT id FROM payout WHERE reference = :reference")
                  .bind("reference", reference)
                  .mapTo(String.class)
                  .one();
          for (Map.Entry<String, Map<String, String>> table : BOUND.entrySet()) {
            handle.execute(
                "CREATE TABLE bench_%1$s (LIKE %1$s INCLUDING ALL)".formatted(table.getKey()));
            inserts.add(insert(handle, table.getKey(), table.getValue(), id));
          }
        });
  }

  private static Insert insert(
      Handle handle, String table, Map<String, String> bound, String patternId) {
    List<String> columns = new ArrayList<>();
    List<String> values = new ArrayList<>();
    List<String> places = new ArrayList<>();
    for (Map.Entry<String, String> column : literals(handle, table, patternId).entrySet()) {
      columns.add(column.getKey());
      if (bound.containsKey(column.getKey())) {
        values.add("?");
        places.add(bound.get(column.getKey()));
      } else {
        values.add(column.getValue());
      }
    }
    String sql =
        "INSERT INTO bench_%s (%s) VALUES (%s)"
            .formatted(table, String.join(", ", columns), String.join(", ", values));
    return new Insert(sql, places);
  }

  /**
   * The columns of the pattern's row that are not null, each as it is written in a statement; but
   * not those that an event gets by default, and when it is published.
   */
  private static Map<String, String> literals(Handle handle, String table, String patternId) {
    Map<String, String> literals = new LinkedHashMap<>();
    List<String> columns =
        handle
            .createQuery(
                "SELECT column_name FROM information_schema.columns WHERE table_name = :table AND is_generated = 'NEVER' AND column_name NOT IN ('written', 'position') ORDER BY ordinal_position")
            .bind("table", table)
            .mapTo(String.class)
            .list();
    String key = table.equals("payout") ? "id" : "payout_id";
    for (String column : columns) {
      handle
          .createQuery(
              "SELECT quote_literal(CAST(%s AS text)) FROM %s WHERE %s = :id AND %1$s IS NOT NULL"
                  .formatted(column, table, key))
          .bind("id", patternId)
          .mapTo(String.class)
          .findOne()
          .ifPresent(literal -> literals.put(column, literal));
    }
    return literals;
  }

  /** How many payouts the server has accepted. */
  long accepted() {
    return jdbi.withHandle(
        handle -> handle.createQuery("SELECT count(*) FROM payout").mapTo(Long.class).one());
  }

  /** A connection that writes the rows of one payout in a transaction of its own each time. */
  Burst.Connection inserting() throws SQLException {
    Connection connection = database.getConnection();
    connection.setAutoCommit(false);
    List<PreparedStatement> statements = new ArrayList<>();
    for (Insert insert : inserts) {
      statements.add(connection.prepareStatement(insert.sql()));
    }
    return new Burst.Connection() {
      @Override
      public void perform(byte[] piece) throws SQLException {
        Map<String, String> values = values(new String(piece, StandardCharsets.UTF_8));
        for (int i = 0; i < statements.size(); i++) {
          PreparedStatement statement = statements.get(i);
          List<String> places = inserts.get(i).bound();
          for (int place = 0; place < places.size(); place++) {
            statement.setString(place + 1, values.get(places.get(place)));
          }
          statement.executeUpdate();
        }
        connection.commit();
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

  private static Map<String, String> values(String reference) {
    String id = Ids.next(Ids.Kind.PAYOUT);
    return Map.of(
        ID,
        id,
        ENTRY,
        Ids.next(Ids.Kind.PAYOUT_EVENT),
        REFERENCE,
        reference,
        THEIR_REFERENCE,
        id.substring(3).toUpperCase(Locale.ROOT) + "-1");
  }
}
