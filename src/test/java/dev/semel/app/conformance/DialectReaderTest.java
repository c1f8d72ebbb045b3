// Dialects: sound ones, and all faults of others.
package dev.semel.app.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.semel.provider.file.ProviderFileFault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DialectReaderTest {
  static Stream<Path> shipped() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src/main/resources/dialects"))) {
      return files.sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("shipped")
  void a_shipped_dialect_is_sound_and_bears_its_providers_name(Path file) throws IOException {
    DialectReader.Reading reading =
        new DialectReader().read(Files.readString(file, StandardCharsets.UTF_8));

    assertThat(reading)
        .isInstanceOfSatisfying(
            DialectReader.Sound.class,
            sound ->
                assertThat(sound.dialect().name() + ".yaml").isEqualTo(file.getFileName() + ""));
  }

  @Test
  void every_fault_is_told_with_its_line_and_pointer() {
    String text =
        """
        dialect: acme
        title: Acme
        words: {paid: PAID}
        calls:
          - name: pay
            when: {method: POST, path: /pay}
            does: pay
            reference: ${body./ref | shout}
            answers:
              refused: {status: 400}
          - name: list
            when: {method: GET, path: /list}
            does: list
            colour: red
            answers:
              listed: {status: 200, body: {data: "${items"}}
        webhook:
          tells: [paid]
          signature: {kind: hmac_sha256}
        """;

    assertThat(faults(text))
        .extracting(ProviderFileFault::line, ProviderFileFault::pointer)
        .contains(
            tuple(3, "/words"),
            tuple(8, "/calls/0/reference"),
            tuple(9, "/calls/0/answers"),
            tuple(5, "/calls/0"),
            tuple(14, "/calls/1/colour"),
            tuple(16, "/calls/1/answers/listed/body/data"),
            tuple(19, "/webhook/signature"));
  }

  @Test
  void one_call_moves_money_and_no_more() {
    String text = ProviderTestCommand.shipped("simulator").orElseThrow();

    assertThat(faults(text.replace("does: find", "does: pay")))
        .extracting(ProviderFileFault::message)
        .contains("Exactly one call says 'does: pay': the one that moves money.");
  }

  private static List<ProviderFileFault> faults(String text) {
    DialectReader.Reading reading = new DialectReader().read(text);
    assertThat(reading).isInstanceOf(DialectReader.Faulty.class);
    return ((DialectReader.Faulty) reading).faults();
  }
}
