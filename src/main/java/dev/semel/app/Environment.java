// What the environment says before the server's configuration exists.
package dev.semel.app;

import java.nio.file.Path;
import java.util.Optional;

/** What the environment says, for commands that run before or without the server. */
final class Environment {
  private static final String DEFAULT_DATA_DIRECTORY = ".semel/data";

  private Environment() {}

  /** A variable that is set and not blank. */
  static Optional<String> find(String name) {
    return Optional.ofNullable(System.getenv(name)).filter(value -> !value.isBlank());
  }

  /** Where the embedded database is kept. */
  static Path dataDirectory() {
    return Path.of(find("SEMEL_DATA_DIR").orElse(DEFAULT_DATA_DIRECTORY));
  }
}
