// Which types a client takes.
package dev.semel.app.edge;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.core.MediaType;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AcceptanceTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          */*                                    | true
          application/*                          | true
          application/json                       | true
          application/json;q=0.001               | true
          text/html, */*;q=0.1                   | true
          text/html, application/json;q=0.5      | true
          */*;q=0, application/json              | true
          application/*;q=0, application/json    | true
          text/html                              | false
          application/json;q=0                   | false
          application/json;q=0.000               | false
          application/json;q=0, */*              | false
          application/*;q=0, */*                 | false
          */*;q=0                                | false
          """)
  void the_most_specific_range_decides(String accept, boolean accepted) {
    List<MediaType> ranges =
        Arrays.stream(accept.split(",", -1)).map(String::strip).map(MediaType::valueOf).toList();
    assertThat(Acceptance.of(MediaType.APPLICATION_JSON_TYPE, ranges)).isEqualTo(accepted);
  }
}
