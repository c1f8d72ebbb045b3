// Where a demonstration keeps its things.
package dev.semel.app.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A directory that belongs to demonstrations alone, so that emptying it can never touch the data of
 * a server.
 *
 * @param root the directory
 */
record DemoDirectory(Path root) {

  /** The directory's place: {@code demo} below a data directory, or else {@code .semel/demo}. */
  static DemoDirectory below(String dataDirectory) {
    return new DemoDirectory(
        dataDirectory.isBlank() ? Path.of(".semel", "demo") : Path.of(dataDirectory, "demo"));
  }

  Path database() {
    return root.resolve("data");
  }

  Path simulator() {
    return root.resolve("simulator");
  }

  Path providers() {
    return root.resolve("providers");
  }

  Path log() {
    return root.resolve("server.log");
  }

  Path credential() {
    return root.resolve("credential");
  }

  /** Whether an earlier demonstration left something that can be gone on with. */
  boolean used() {
    return Files.exists(credential());
  }

  /** Makes the directory, and removes what an earlier demonstration left beside its database. */
  void prepare(boolean keep) {
    try {
      Files.createDirectories(root);
      if (!keep) {
        for (Path old : List.of(simulator(), providers(), log(), credential())) {
          delete(old);
        }
      }
      Files.createDirectories(providers());
    } catch (IOException e) {
      throw new UncheckedIOException("The directory " + root + " can't be used.", e);
    }
  }

  private static void delete(Path path) throws IOException {
    if (!Files.exists(path)) {
      return;
    }
    try (Stream<Path> below = Files.walk(path)) {
      for (Path each : below.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
