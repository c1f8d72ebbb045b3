// A command of this build as a process of its own.
package dev.semel.app.rig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * {@code semel COMMAND} from the same build as this process. It can be ended, killed and stopped.
 */
public final class ChildProcess implements AutoCloseable {
  private static final Duration END_PATIENCE = Duration.ofSeconds(90);

  private final Process process;
  private final Path log;

  private ChildProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * Starts it without waiting.
   *
   * @param javaOptions options of the JVM
   * @param arguments the command and its arguments
   * @param environment what it is told; it sees no other variable of ours
   * @param log what it prints is appended there
   */
  public static ChildProcess start(
      List<String> javaOptions, List<String> arguments, Map<String, String> environment, Path log)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(javaOptions);
    command.addAll(
        List.of(
            // As the manifest of the packaged server says, which counts only for a program that is
            // started by its name.
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            "io.quarkus.bootstrap.runner.QuarkusEntryPoint"));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().keySet().removeIf(name -> name.startsWith("SEMEL_"));
    builder.environment().putAll(environment);
    return new ChildProcess(builder.start(), log);
  }

  /** Its number in the operating system. */
  public long pid() {
    return process.pid();
  }

  /** Whether it runs, or would if it were not stopped. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** All that it and its predecessors with the same log have printed. */
  public String output() throws IOException {
    return Files.readString(log);
  }

  /** Waits for its end; false when it did not end within this time. */
  public boolean waitFor(Duration time) throws InterruptedException {
    return process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Ends it as {@code kill -9} does. */
  public void kill() {
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Stops it where it is (SIGSTOP), until {@link #resume}. */
  public void pause() throws IOException, InterruptedException {
    signal("STOP");
  }

  /** Lets it go on (SIGCONT). */
  public void resume() throws IOException, InterruptedException {
    signal("CONT");
  }

  /** By a shell, whose own {@code kill} is there where no program of that name is. */
  private void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("sh", "-c", "kill -s " + name + " " + process.pid())
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  /** Its resident memory in KiB, where the system tells it ({@code /proc}). */
  public OptionalLong residentKib() throws IOException {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    if (!Files.exists(status)) {
      return OptionalLong.empty();
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
        .findFirst();
  }

  /** Ends it in order (SIGTERM), and kills it when that takes too long. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!waitFor(END_PATIENCE)) {
        kill();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
