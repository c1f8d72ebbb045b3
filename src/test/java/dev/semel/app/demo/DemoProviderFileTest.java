// The demonstration's provider file is as sound as the shipped one.
package dev.semel.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.file.ProviderFileReader;
import dev.semel.provider.file.ProviderFileReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoProviderFileTest {

  @Test
  void the_shortened_file_is_sound_and_has_the_shipped_name(@TempDir Path directory)
      throws IOException {
    DemoProviderFile.write(directory);
    ProviderFileReading reading =
        new ProviderFileReader().read(Files.readAllBytes(directory.resolve("simulator.yaml")));
    assertThat(reading)
        .isInstanceOfSatisfying(
            ProviderFileReading.Sound.class,
            sound -> assertThat(sound.file().name()).isEqualTo("simulator"));
  }
}
