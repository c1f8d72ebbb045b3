// Runs PostgreSQL's programs: initdb and pg_ctl.
package dev.semel.db.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Runs one of PostgreSQL's programs to its end, as root too, and reports what it said. */
final class PostgresPrograms {

  private final PostgresBinaries binaries;
  private final boolean asRoot;

  PostgresPrograms(PostgresBinaries binaries) throws IOException {
    this.binaries = binaries;
    this.asRoot = isRoot();
  }

  /**
   * Runs the program and waits for it.
   *
   * @return what the program printed, its errors among it
   * @throws EmbeddedPostgresException when it ends with anything but 0; the message holds its words
   */
  String run(String program, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    if (asRoot) {
      // PostgreSQL refuses root. Inside a user namespace without a mapping, root's files and root's
      // processes both belong to "nobody", which PostgreSQL accepts, and they stay root's outside.
      command.addAll(List.of("unshare", "--user"));
    }
    command.add(binaries.program(program).toString());
    command.addAll(Arrays.asList(arguments));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
    builder.environment().put("LC_ALL", "C");
    var process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    if (status != 0) {
      throw new EmbeddedPostgresException(explain(program, status, output));
    }
    return output;
  }

  private String explain(String program, int status, String output) {
    String said = output.strip();
    if (asRoot && said.contains("unshare")) {
      return "PostgreSQL does not run as root, and this machine does not allow user namespaces ("
          + said
          + "): run Semel as an ordinary user, or set SEMEL_DB_URL.";
    }
    return "PostgreSQL's " + program + " ended with status " + status + ": " + said;
  }

  private static boolean isRoot() throws IOException {
    var self = Path.of("/proc/self");
    return Files.exists(self) && Files.getAttribute(self, "unix:uid").equals(0);
  }
}
