// What the embedded PostgreSQL promises to a server in the same process.
package dev.semel.db.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.testing.Directories;
import dev.semel.testing.Wait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EmbeddedPostgresDbTest {

  private static final Path PROGRAMS = Path.of("target", "postgres");

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private Path directory;

  @BeforeEach
  void chooseDirectory() throws IOException {
    directory = Files.createTempDirectory("semel postgres ");
  }

  @AfterEach
  void removeDirectory() throws IOException {
    Directories.delete(directory);
  }

  @Test
  void data_and_password_survive_a_restart_and_commits_reach_the_disk() throws SQLException {
    String password;
    try (var postgres = EmbeddedPostgres.start(directory, PROGRAMS)) {
      password = postgres.password();
      answer(postgres, "CREATE TABLE kept AS SELECT 42 AS n; SELECT 1");
    }
    try (var postgres = EmbeddedPostgres.start(directory, PROGRAMS)) {
      assertThat(postgres.password()).isEqualTo(password);
      assertThat(answer(postgres, "SELECT n FROM kept")).isEqualTo("42");
      assertThat(answer(postgres, "SHOW fsync")).isEqualTo("on");
      assertThat(answer(postgres, "SHOW synchronous_commit")).isEqualTo("on");
      assertThat(answer(postgres, "SHOW full_page_writes")).isEqualTo("on");
      assertThat(answer(postgres, "SELECT datcollate FROM pg_database WHERE datname = 'semel'"))
          .isEqualTo("C");
      assertThat(answer(postgres, "SHOW server_encoding")).isEqualTo("UTF8");
    }
  }

  @Test
  void it_asks_for_the_password_and_shows_it_to_its_owner_only() throws Exception {
    try (var postgres = EmbeddedPostgres.start(directory, PROGRAMS)) {
      assertThatThrownBy(
              () ->
                  DriverManager.getConnection(
                      postgres.jdbcUrl(EmbeddedPostgres.DATABASE), EmbeddedPostgres.USER, "wrong"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("password authentication failed");
      assertThat(
              PosixFilePermissions.toString(
                  Files.getPosixFilePermissions(directory.resolve("postgres.password"))))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void a_directory_in_use_by_this_process_is_refused_until_it_is_free() {
    try (var _ = EmbeddedPostgres.start(directory, PROGRAMS)) {
      assertThatThrownBy(() -> EmbeddedPostgres.start(directory, PROGRAMS))
          .isInstanceOf(EmbeddedPostgresException.class)
          .hasMessageContaining("SEMEL_DATA_DIR");
    }
    EmbeddedPostgres.start(directory, PROGRAMS).close();
  }

  @Test
  void a_process_that_merely_has_the_old_number_is_left_alone() throws Exception {
    EmbeddedPostgres.start(directory, PROGRAMS).close();
    var bystander = new ProcessBuilder("sleep", "300").start();
    try {
      Files.writeString(
          directory.resolve("pgdata/postmaster.pid"), bystander.pid() + "\n" + directory + "\n");
      EmbeddedPostgres.start(directory, PROGRAMS).close();
      assertThat(bystander.isAlive()).isTrue();
    } finally {
      bystander.destroyForcibly();
    }
  }

  @Test
  void a_crash_while_the_cluster_was_made_does_not_matter() throws Exception {
    var unfinished = Files.createDirectories(directory.resolve("pgdata.unfinished"));
    Files.writeString(unfinished.resolve("PG_VERSION"), "18");
    EmbeddedPostgres.start(directory, PROGRAMS).close();
    assertThat(unfinished).doesNotExist();
  }

  @Test
  void a_configuration_file_can_not_take_durability_away() throws Exception {
    EmbeddedPostgres.start(directory, PROGRAMS).close();
    Files.writeString(directory.resolve("pgdata/postgresql.auto.conf"), "fsync = off\n");
    try (var postgres = EmbeddedPostgres.start(directory, PROGRAMS)) {
      assertThat(answer(postgres, "SHOW fsync")).isEqualTo("on");
    }
  }

  @Test
  void one_that_is_killed_alone_is_started_again_on_the_same_port_with_all_its_data()
      throws Exception {
    try (var postgres = EmbeddedPostgres.start(directory, PROGRAMS)) {
      postgres.keepRunning(() -> {});
      answer(postgres, "CREATE TABLE kept AS SELECT 42 AS n; SELECT 1");

      kill();

      assertThat(
              Wait.until(
                  "a new start",
                  PATIENCE,
                  () -> answerIfAny(postgres, "SELECT n FROM kept"),
                  answer -> !answer.isEmpty()))
          .isEqualTo("42");
    }
  }

  @Test
  void one_that_keeps_ending_is_given_up_and_that_is_told_once() throws Exception {
    AtomicInteger told = new AtomicInteger();
    try (var postgres = EmbeddedPostgres.start(directory, PROGRAMS)) {
      postgres.keepRunning(told::incrementAndGet);
      Files.writeString(directory.resolve("pgdata/postgresql.auto.conf"), "no_such_setting = 1\n");

      kill();

      Wait.until("giving up", PATIENCE, told::get, times -> times == 1);
    }
  }

  private void kill() throws IOException {
    String pid = Files.readAllLines(directory.resolve("pgdata/postmaster.pid")).getFirst().strip();
    ProcessHandle.of(Long.parseLong(pid)).orElseThrow().destroyForcibly();
  }

  private static String answerIfAny(EmbeddedPostgres postgres, String sql) {
    try {
      return answer(postgres, sql);
    } catch (SQLException away) {
      return "";
    }
  }

  @Test
  void weaker_commits_are_refused_by_name() {
    assertThatThrownBy(() -> EmbeddedPostgres.requireDurable("synchronous_commit", "local"))
        .isInstanceOf(EmbeddedPostgresException.class)
        .hasMessageContaining("synchronous_commit=local");
  }

  private static String answer(EmbeddedPostgres postgres, String sql) throws SQLException {
    try (var connection = postgres.dataSource(EmbeddedPostgres.DATABASE).getConnection();
        var statement = connection.createStatement()) {
      boolean rows = statement.execute(sql);
      while (!rows) {
        rows = statement.getMoreResults();
      }
      var result = statement.getResultSet();
      result.next();
      return result.getString(1);
    }
  }
}
