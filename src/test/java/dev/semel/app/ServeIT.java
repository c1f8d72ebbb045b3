// The packaged server, started, ended and killed as an operator's machine would.
package dev.semel.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.db.embedded.EmbeddedPostgres;
import dev.semel.testing.Directories;
import dev.semel.testing.ServerProcess;
import dev.semel.testing.Wait;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ServeIT {
  /** The exit status of a process that ended as SIGTERM asked. */
  private static final int SIGTERM = 128 + 15;

  /** All tests use one directory: making a database takes longer than all that is tested on it. */
  private static Path data;

  @BeforeAll
  static void chooseDirectory() throws IOException {
    data = Files.createTempDirectory("semel-serve-");
  }

  @AfterAll
  static void removeDirectory() throws IOException {
    Directories.delete(data);
  }

  @Test
  void a_server_is_ready_and_ends_cleanly_when_told_to() throws Exception {
    try (var server = launch()) {
      assertThat(get(server.awaitReady().resolve("/health/live"))).isEqualTo(200);
      long database = databasePid();

      assertThat(server.terminate()).isEqualTo(SIGTERM);

      assertThat(server.output()).doesNotContain("ERROR").doesNotContain("Exception");
      assertThat(data.resolve("pgdata/postmaster.pid")).doesNotExist();
      assertThat(isRunning(database)).isFalse();
    }
  }

  @Test
  void a_killed_server_starts_again_although_its_database_still_runs() throws Exception {
    long leftBehind;
    try (var first = launch()) {
      first.awaitReady();
      leftBehind = databasePid();
      first.kill();
    }
    assertThat(isRunning(leftBehind)).isTrue();

    try (var second = launch()) {
      second.awaitReady();
      assertThat(databasePid()).isNotEqualTo(leftBehind);
      assertThat(isRunning(leftBehind)).isFalse();
    }
  }

  @Test
  void a_server_starts_again_when_it_and_its_database_were_killed() throws Exception {
    try (var first = launch()) {
      first.awaitReady();
      ProcessHandle database = ProcessHandle.of(databasePid()).orElseThrow();
      first.kill();
      database.destroyForcibly();
    }

    try (var second = launch()) {
      second.awaitReady();
    }
  }

  @Test
  void a_database_that_is_killed_alone_is_started_again_and_the_server_is_ready_again()
      throws Exception {
    try (var server = launch()) {
      URI address = server.awaitReady();
      long killed = databasePid();

      ProcessHandle.of(killed).orElseThrow().destroyForcibly();

      Wait.until(
          "a new start",
          Duration.ofSeconds(30),
          server::output,
          text -> text.contains("PostgreSQL is back"));
      Wait.until(
          "being ready",
          Duration.ofSeconds(30),
          () -> get(address.resolve("/health/ready")),
          status -> status == 200);
      assertThat(databasePid()).isNotEqualTo(killed);
      assertThat(server.terminate()).isEqualTo(SIGTERM);
    }
  }

  @Test
  void a_second_server_leaves_a_living_one_its_database() throws Exception {
    try (var first = launch();
        var second = firstThen(first)) {
      assertThat(second.awaitExit()).isEqualTo(1);
      assertThat(second.output().lines())
          .singleElement()
          .asString()
          .contains("process " + first.pid())
          .contains("SEMEL_DATA_DIR");
      assertThat(get(first.awaitReady().resolve("/health/ready"))).isEqualTo(200);
    }
  }

  @Test
  void a_configured_address_is_used_instead_of_a_database_of_its_own() throws Exception {
    Path unused = data.resolve("unused");
    try (var database = EmbeddedPostgres.start(data.resolve("elsewhere"))) {
      Map<String, String> configured =
          Map.of(
              "SEMEL_DB_URL", database.jdbcUrl(EmbeddedPostgres.DATABASE),
              "SEMEL_DB_USER", EmbeddedPostgres.USER,
              "SEMEL_DB_PASSWORD", database.password());
      try (var server = ServerProcess.launch(unused, configured)) {
        assertThat(get(server.awaitReady().resolve("/health/ready"))).isEqualTo(200);
        assertThat(server.terminate()).isEqualTo(SIGTERM);
      }
      try (var connection = database.dataSource(EmbeddedPostgres.DATABASE).getConnection();
          var rows = connection.createStatement().executeQuery("SELECT count(*) FROM payout")) {
        assertThat(rows.next()).isTrue();
      }
    }
    assertThat(unused.resolve("pgdata")).doesNotExist();
  }

  @Test
  void nothing_is_left_in_the_temp_folder() throws Exception {
    var temp = Files.createDirectory(data.resolve("tmp"));
    try (var server =
        launch(
            Map.of("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + temp, "TMPDIR", temp.toString()))) {
      server.awaitReady();
      server.terminate();
    }
    try (Stream<Path> left = Files.list(temp)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void metrics_have_a_port_of_their_own() throws Exception {
    try (var server = launch()) {
      var address = server.awaitReady();
      assertThat(get(address.resolve("/metrics"))).isEqualTo(404);
      assertThat(get(managementAddress(server).resolve("/metrics"))).isEqualTo(200);
    }
  }

  private ServerProcess launch() throws IOException {
    return launch(Map.of());
  }

  private ServerProcess launch(Map<String, String> environment) throws IOException {
    return ServerProcess.launch(data, environment);
  }

  private ServerProcess firstThen(ServerProcess first) throws Exception {
    first.awaitReady();
    return launch();
  }

  private long databasePid() throws IOException {
    List<String> lines = Files.readAllLines(data.resolve("pgdata/postmaster.pid"));
    return Long.parseLong(lines.getFirst().strip());
  }

  /** A zombie that nobody has fetched yet does not run. */
  private static boolean isRunning(long pid) throws IOException {
    var stat = Path.of("/proc", Long.toString(pid), "stat");
    return Files.exists(stat)
        ? !Files.readString(stat).contains(") Z ")
        : ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  private static URI managementAddress(ServerProcess server) throws IOException {
    var address =
        Pattern.compile("Management interface listening on (http://[^:]+:[0-9]+)")
            .matcher(server.output());
    assertThat(address.find()).isTrue();
    return URI.create(address.group(1));
  }

  private static int get(URI address) throws IOException, InterruptedException {
    try (var client = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(address).build();
      return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }
  }
}
