// Which archive belongs to which machine.
package dev.semel.db.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresBinariesTest {

  @ParameterizedTest
  @CsvSource({
    "Linux, amd64, postgres-linux-x86_64.txz",
    "Linux, aarch64, postgres-linux-arm_64.txz",
    "Mac OS X, aarch64, postgres-darwin-arm_64.txz",
    "Mac OS X, x86_64, postgres-darwin-x86_64.txz",
  })
  void archives_are_named_for_system_and_processor(String os, String architecture, String archive) {
    assertThat(PostgresBinaries.archiveName(os, architecture)).isEqualTo(archive);
  }
}
