// What counts as a report's checksum.
package dev.semel.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChecksumFileTest {
  private static final String RIGHT = "aa".repeat(32);
  private static final String OTHER = "bb".repeat(32);

  @ParameterizedTest(name = "''{0}'': {1}")
  @CsvSource(
      delimiter = ';',
      value = {
        "RIGHT; ''",
        "RIGHT/n; ''",
        "RIGHT  day.csv/n; ''",
        "RIGHT *day.csv/r/n; ''",
        "RIGHT  tmp.csv; ''",
        "OTHER  other.csv/nRIGHT  ./out/day.csv/n; ''",
        "OTHER; CHECKSUM_DIFFERS",
        "OTHER  day.csv; CHECKSUM_DIFFERS",
        "RIGHT  other.csv/nOTHER  day.csv; CHECKSUM_DIFFERS",
        "RIGHT  other.csv/nRIGHT  another.csv; CHECKSUM_NOT_LISTED",
        "RIGHT  day.csv/nRIGHT  day.csv; CHECKSUM_NOT_LISTED",
        "''; CHECKSUM_UNREADABLE",
        "d41d8cd98f00b204e9800998ecf8427e; CHECKSUM_UNREADABLE",
        "RIGHT  day.csv/n<html>; CHECKSUM_UNREADABLE",
      })
  void a_checksum_counts_in_the_forms_that_are_known(String file, String reason) {
    String text =
        file.replace("RIGHT", RIGHT)
            .replace("OTHER", OTHER)
            .replace("/r", "\r")
            .replace("/n", "\n");

    assertThat(
            ChecksumFile.fault(
                    text.getBytes(StandardCharsets.UTF_8),
                    "in/day.csv",
                    HexFormat.of().parseHex(RIGHT))
                .map(fault -> fault.reason().name())
                .orElse(""))
        .isEqualTo(reason);
  }
}
