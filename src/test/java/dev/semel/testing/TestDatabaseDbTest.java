// What a database test may rely on.
package dev.semel.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TestDatabaseDbTest {

  @RegisterExtension static final TestDatabase database = new TestDatabase();

  @RegisterExtension static final TestDatabase other = new TestDatabase();

  @Test
  void a_test_database_has_been_migrated() throws SQLException {
    assertThat(answer(database, "SELECT count(*) FROM flyway_schema_history WHERE NOT success"))
        .isEqualTo("0");
  }

  @Test
  void each_test_class_has_a_database_of_its_own() throws SQLException {
    assertThat(answer(database, "SELECT current_database()"))
        .isNotEqualTo(answer(other, "SELECT current_database()"));
  }

  private static String answer(TestDatabase database, String query) throws SQLException {
    try (var connection = database.dataSource().getConnection();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
