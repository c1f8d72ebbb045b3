// Every cent up to a hundred, from the body to the column and back.
package dev.semel.payout;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

@QuarkusTest
class EveryCentDbTest {
  @Inject DataSource database;

  @Test
  void m_05_every_cent_up_to_a_hundred_comes_out_of_the_column_as_it_was_sent() throws Exception {
    List<String> literals = new ArrayList<>();
    for (int cents = 1; cents <= 10_000; cents++) {
      literals.add(cents / 100 + "." + "%02d".formatted(cents % 100));
    }
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      keep(connection, literals);
      assertThat(kept(connection)).isEqualTo(literals);
      connection.rollback();
    }
  }

  private static void keep(Connection connection, List<String> literals) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(
          "CREATE TEMPORARY TABLE cent (n integer, amount money_amount) ON COMMIT DROP");
    }
    try (var insert = connection.prepareStatement("INSERT INTO cent VALUES (?, ?)")) {
      for (int i = 0; i < literals.size(); i++) {
        insert.setInt(1, i);
        insert.setBigDecimal(2, read(literals.get(i)).money().amount());
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  private static NewPayout read(String amount) {
    return NewPayoutReader.read(
        """
        {"reference": "r", "amount": "%s", "currency": "KES", "beneficiary": {"name": "A", "country": "KE",
         "method": "cash_pickup", "cash_pickup": {"location_code": "1"}}}"""
            .formatted(amount)
            .getBytes(StandardCharsets.UTF_8));
  }

  private static List<String> kept(Connection connection) throws SQLException {
    List<String> kept = new ArrayList<>();
    try (var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "SELECT CAST(CAST(amount AS numeric(24, 2)) AS text), amount = CAST(amount AS numeric(24, 2)) FROM cent ORDER BY n")) {
      while (rows.next()) {
        assertThat(rows.getBoolean(2)).as("nothing behind the cents").isTrue();
        kept.add(rows.getString(1));
      }
    }
    return kept;
  }
}
