// Which exception becomes which problem, and that answers keep our secrets.
package dev.semel.problem;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParseException;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class ProblemMapperTest {

  @Test
  void a_problem_is_itself() {
    ProblemException problem = new ProblemException(ProblemType.REFERENCE_TAKEN, "Read it.");
    assertThat(ProblemMapper.problemOf(problem)).isSameAs(problem);
  }

  @Test
  void a_parse_fault_is_malformed_json_without_the_parsers_words() {
    ProblemException problem =
        ProblemMapper.problemOf(new JsonParseException(null, "secret 0012345678"));
    assertThat(problem.type()).isEqualTo(ProblemType.MALFORMED_JSON);
    assertThat(problem.detail()).doesNotContain("secret");
  }

  @Test
  void a_body_that_breaks_off_is_no_fault_of_ours() {
    Exception hungUp = new IOException(new ClosedChannelException());
    assertThat(ProblemMapper.problemOf(hungUp).type()).isEqualTo(ProblemType.MALFORMED_JSON);
  }

  @Test
  void anything_else_is_an_internal_error_that_says_nothing_of_itself() {
    ProblemException problem =
        ProblemMapper.problemOf(new TimeoutException("host db-7, account 0012345678"));
    Response response = ProblemMapper.answer(problem, "/v1/payouts", "r");
    assertThat(response.getStatus()).isEqualTo(500);
    assertThat(new String((byte[]) response.getEntity(), StandardCharsets.UTF_8))
        .contains("/problems/internal-error")
        .doesNotContain("db-7")
        .doesNotContain("0012345678")
        .doesNotContain("Timeout");
  }

  @Test
  void a_database_that_is_away_is_unavailable_however_deep() {
    for (String state : new String[] {"08006", "53300", "57P01", null}) {
      Throwable thrown =
          new IllegalStateException(new RuntimeException(new SQLException("gone", state)));
      assertThat(ProblemMapper.problemOf(thrown).type())
          .as(String.valueOf(state))
          .isEqualTo(ProblemType.UNAVAILABLE);
    }
  }

  @Test
  void to_wait_in_vain_for_another_request_is_no_fault_of_ours_and_may_be_tried_again() {
    ProblemException problem =
        ProblemMapper.problemOf(new RuntimeException(new SQLException("waited", "55P03")));
    assertThat(problem.type()).isEqualTo(ProblemType.UNAVAILABLE);
    assertThat(header(problem.type(), "Retry-After")).isEqualTo("1");
  }

  @Test
  void a_database_that_refuses_a_statement_is_an_internal_error() {
    assertThat(ProblemMapper.problemOf(new SQLException("unique", "23505")).type())
        .isEqualTo(ProblemType.INTERNAL_ERROR);
  }

  @Test
  void what_a_status_owes_is_in_the_headers() {
    assertThat(header(ProblemType.AUTHENTICATION_REQUIRED, "WWW-Authenticate"))
        .isEqualTo("Bearer realm=\"semel\"");
    assertThat(header(ProblemType.SIGNATURE_INVALID, "WWW-Authenticate")).startsWith("Signature");
    assertThat(header(ProblemType.UNAVAILABLE, "Retry-After")).isEqualTo("1");
    assertThat(header(ProblemType.RATE_LIMITED, "Retry-After")).isEqualTo("1");
  }

  @Test
  void a_header_of_the_problem_replaces_the_usual_one() {
    ProblemException problem =
        new ProblemException(ProblemType.RATE_LIMITED, "Wait.").withHeader("Retry-After", "7");
    assertThat(ProblemMapper.answer(problem, "/", "r").getHeaders().get("Retry-After"))
        .containsExactly("7");
  }

  private static String header(ProblemType type, String name) {
    return ProblemMapper.answer(new ProblemException(type, "Do this."), "/", "r")
        .getHeaderString(name);
  }
}
