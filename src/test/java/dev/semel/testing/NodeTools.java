// Runs the node programs that tools/install has installed, or says why a test can't.
package dev.semel.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/**
 * Node and what {@code tools/package-lock.json} names. They are installed before tests run, never
 * by a test.
 *
 * @param version node's major version
 */
public record NodeTools(int version) {

  private static final int OLDEST = 18;
  private static final int FIRST_WITH_CRYPTO = 20;
  private static final Path LOCK = Path.of("tools", "package-lock.json");
  private static final Path INSTALLED = Path.of("tools", "node_modules", "installed-lock.json");

  /** What a program printed, both streams in one, and how it ended. */
  public record Result(int status, String output) {}

  /**
   * The tools of this machine. Without them the test that asks is skipped; where they are required
   * ({@code SEMEL_NODE_TESTS=required}, as in CI) it fails.
   */
  public static NodeTools find() throws IOException, InterruptedException {
    int version = nodeVersion();
    String missing =
        version < OLDEST
            ? "There is no node " + OLDEST + " or later on the PATH."
            : installed() ? "" : "tools/install has to be run: what it installs is not there.";
    if ("required".equals(System.getenv("SEMEL_NODE_TESTS")) && !missing.isEmpty()) {
      throw new AssertionError(missing + " SEMEL_NODE_TESTS says that it is required.");
    }
    Assumptions.assumeTrue(missing.isEmpty(), missing);
    return new NodeTools(version);
  }

  /**
   * A file of an installed package.
   *
   * @param path below {@code node_modules}
   */
  public Path file(String path) {
    return Path.of("tools", "node_modules").resolve(path).toAbsolutePath();
  }

  /** Runs a script in the directory of the build until it ends, a minute at most. */
  public Result run(Map<String, String> environment, Path script, String... arguments)
      throws IOException, InterruptedException {
    Process process = start(environment, script, arguments);
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(1, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError(script + " does not end: " + output);
    }
    return new Result(process.exitValue(), output);
  }

  /** Starts a script; whoever starts it sees to its end. */
  public Process start(Map<String, String> environment, Path script, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(List.of("node"));
    if (version < FIRST_WITH_CRYPTO) {
      command.add("--experimental-global-webcrypto");
    }
    command.add(script.toString());
    command.addAll(Arrays.asList(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    return builder.start();
  }

  private static boolean installed() throws IOException {
    return Files.exists(INSTALLED) && Files.mismatch(LOCK, INSTALLED) < 0;
  }

  /** Zero when there is none. */
  private static int nodeVersion() throws InterruptedException {
    try {
      Process process = new ProcessBuilder("node", "--version").redirectErrorStream(true).start();
      String said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return process.waitFor() == 0 && said.matches("v[0-9]+\\..*")
          ? Integer.parseInt(said.substring(1, said.indexOf('.')))
          : 0;
    } catch (IOException e) {
      return 0;
    }
  }
}
