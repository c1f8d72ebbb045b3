// A failed start says why, and what to do.
package dev.semel.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.BindException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class StartFailureTest {
  @Test
  void the_deepest_cause_that_says_anything_is_told() {
    Exception failure =
        new RuntimeException(
            "Failed to start", new IllegalStateException("SEMEL_LEASE is PT0S", new Error()));
    assertThat(StartFailure.sentence(failure))
        .isEqualTo("The server does not start: SEMEL_LEASE is PT0S");
    assertThat(StartFailure.sentence(new IllegalStateException()))
        .contains("IllegalStateException");
  }

  @Test
  void a_cause_that_names_a_variable_goes_before_a_deeper_one() {
    Exception failure =
        new IllegalStateException("SEMEL_PROVIDERS_DIR can't be read", new Error("/nowhere"));
    assertThat(StartFailure.sentence(failure)).endsWith("SEMEL_PROVIDERS_DIR can't be read");
  }

  @Test
  void a_database_that_refuses_names_the_variables() {
    assertThat(StartFailure.sentence(new RuntimeException(new SQLException("refused"))))
        .contains("refused", "SEMEL_DB_URL", "SEMEL_DB_PASSWORD");
  }

  @Test
  void a_taken_port_names_the_variables() {
    assertThat(StartFailure.sentence(new RuntimeException(new BindException("in use"))))
        .contains("in use", "SEMEL_HTTP_PORT", "SEMEL_MANAGEMENT_PORT");
  }
}
