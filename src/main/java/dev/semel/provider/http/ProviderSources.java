// Where provider files come from.
package dev.semel.provider.http;

import dev.semel.provider.file.Fingerprint;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the files that ship with the program, and those of a directory. */
final class ProviderSources {
  private static final String SHIPPED = "/providers/";
  private static final String LIST = SHIPPED + "shipped.txt";

  private ProviderSources() {}

  /**
   * The bytes of one file.
   *
   * @param name where it is, for people
   * @param shipped whether it came with the program
   * @param content its bytes
   */
  record Source(String name, boolean shipped, byte[] content) {
    /** The same for the same version. */
    String fingerprint() {
      return Fingerprint.of(content);
    }

    /** Its name without the directory. */
    String fileName() {
      return name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
    }
  }

  /** The shipped files, as {@code providers/shipped.txt} lists them. */
  static List<Source> shipped() {
    Optional<byte[]> list = resource(LIST);
    if (list.isEmpty()) {
      return List.of();
    }
    return new String(list.get(), StandardCharsets.UTF_8)
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
        .map(ProviderSources::shippedFile)
        .toList();
  }

  private static Source shippedFile(String name) {
    byte[] content =
        resource(SHIPPED + name)
            .orElseThrow(
                () -> new IllegalStateException(LIST + " lists " + name + ", which is missing"));
    return new Source("classpath:" + SHIPPED + name, true, content);
  }

  private static Optional<byte[]> resource(String name) {
    try (InputStream in = ProviderSources.class.getResourceAsStream(name)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The {@code .yaml} files of a directory, by name.
   *
   * @throws UncheckedIOException when the directory or a file of it can't be read
   */
  static List<Source> inDirectory(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().endsWith(".yaml"))
          .sorted()
          .map(ProviderSources::file)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("SEMEL_PROVIDERS_DIR can't be read: " + directory, e);
    }
  }

  private static Source file(Path file) {
    try {
      return new Source(file.toString(), false, Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
