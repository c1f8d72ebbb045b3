// A provider file that does not wait as long as it says.
package dev.semel.app.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.provider.file.CheckedYaml;
import dev.semel.provider.file.ProviderFile;
import dev.semel.provider.file.ProviderFileReader;
import dev.semel.provider.file.ProviderFileReading.Faulty;
import dev.semel.provider.file.ProviderFileReading.Sound;
import java.time.Duration;

/**
 * A provider file whose calls do not wait as long as it says. That is the one wait which is real:
 * everything else that a file waits for is waited for in virtual time.
 */
final class Hastened {
  private static final Duration FOR_AN_ANSWER = Duration.ofSeconds(10);
  private static final Duration FOR_NONE = Duration.ofMillis(250);

  private Hastened() {}

  /**
   * The file with other time-outs.
   *
   * @param text a sound file
   * @param silent whether an answer never comes
   */
  static ProviderFile of(String text, boolean silent) {
    JsonNode tree = CheckedYaml.tree(text);
    ObjectNode limits = ((ObjectNode) tree).withObjectProperty("limits");
    String timeout = (silent ? FOR_NONE : FOR_AN_ANSWER).toString();
    limits.put("connect_timeout", timeout).put("timeout", timeout);
    return switch (new ProviderFileReader().read(tree.toString())) {
      case Sound sound -> sound.file();
      case Faulty faulty ->
          throw new IllegalStateException("the file is not sound: " + faulty.faults());
    };
  }
}
