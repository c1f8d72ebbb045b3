// The migrations make the schema that db/schema.sql shows.
package dev.semel.db;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SchemaDbTest {

  private static final Path GOLDEN = Path.of("db", "schema.sql");
  private static final String HEAD =
      """
      -- The schema that all migrations together make, read back from the database: a picture for people, never applied.
      -- A test compares it; after a new migration write it again with: ./semel test -Dtest=SchemaDbTest -Dschema.write=true

      """;

  @RegisterExtension static final TestDatabase database = new TestDatabase();

  @Test
  void the_golden_schema_is_what_the_migrations_make() throws Exception {
    String now = HEAD + SchemaText.of(database.dataSource());
    if (Boolean.getBoolean("schema.write")) {
      Files.writeString(GOLDEN, now);
    }
    assertThat(Files.readString(GOLDEN))
        .as("db/schema.sql; write it again with -Dschema.write=true and read the difference")
        .isEqualTo(now);
  }
}
