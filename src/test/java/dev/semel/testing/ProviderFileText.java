// A shipped provider file with a few lines changed, for tests in a hurry.
package dev.semel.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a provider file that a test changes line by line, so that everything it does not
 * mention is what operators get:
 *
 * <pre>{@code
 * ProviderFileText.simulator().with("lookups", "[PT0.5S, PT1.5S]").writeTo(directory);
 * }</pre>
 */
public record ProviderFileText(String text) {

  private static final Path SIMULATOR =
      Path.of("src", "main", "resources", "providers", "simulator.yaml");

  /**
   * The file of the simulator as it is shipped, without its sample answers: a test may change what
   * they mean.
   */
  public static ProviderFileText simulator() {
    try {
      String text = Files.readString(SIMULATOR);
      return new ProviderFileText(text.substring(0, text.indexOf("\nsamples:")) + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same partner under another name. */
  public ProviderFileText named(String name) {
    return with("provider", name);
  }

  /**
   * The same with another value in the one line that starts with this key.
   *
   * @param key with its indentation, such as {@code " timeout"}
   * @param value in YAML, on one line
   */
  public ProviderFileText with(String key, String value) {
    Matcher line =
        Pattern.compile("^" + Pattern.quote(key) + ":.*$", Pattern.MULTILINE).matcher(text);
    if (!line.find()) {
      throw new IllegalArgumentException("the file has no line '" + key + ":'");
    }
    return new ProviderFileText(line.replaceFirst(Matcher.quoteReplacement(key + ": " + value)));
  }

  /** The same with a text replaced that is there exactly once. */
  public ProviderFileText replacing(String old, String replacement) {
    int at = text.indexOf(old);
    if (at < 0 || text.indexOf(old, at + 1) >= 0) {
      throw new IllegalArgumentException("the file has not exactly one '" + old + "'");
    }
    return new ProviderFileText(text.replace(old, replacement));
  }

  /** Writes it where the server finds it, under the provider's name. */
  public void writeTo(Path directory) throws IOException {
    Matcher name = Pattern.compile("^provider: (.*)$", Pattern.MULTILINE).matcher(text);
    if (!name.find()) {
      throw new IllegalStateException("a provider file names its provider");
    }
    Files.createDirectories(directory);
    Files.writeString(directory.resolve(name.group(1) + ".yaml"), text);
  }
}
