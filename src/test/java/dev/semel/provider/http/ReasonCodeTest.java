// A refusal always has a reason, whatever the partner leaves out.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.Fault;
import dev.semel.provider.SubmitOutcome;
import dev.semel.provider.SubmitOutcome.Refused;
import dev.semel.provider.SubmitOutcome.Unknown;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReasonCodeTest {
  private static final Vertx VERTX = Vertx.vertx();

  private static String any422Refuses(String text) {
    return text.replace(
        "    - {when: {status: 429}, is: busy}",
        "    - {when: {status: 429}, is: busy}\n    - {when: {status: 422}, is: refused, fault: beneficiary, code: /code, message: /message}");
  }

  @AfterAll
  static void close() {
    VERTX.close().toCompletionStage().toCompletableFuture().join();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{\"code\":\"\"}", "{\"code\":\"  \"}", "{\"code\":null}", "{\"code\":{}}", "{}"})
  void u_17_a_blank_reason_code_of_a_refusal_is_stored_as_its_status(String body)
      throws IOException {
    assertThat(submit(body, ReasonCodeTest::any422Refuses))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> {
              assertThat(refused.code()).isEqualTo("http_422");
              assertThat(refused.fault()).isEqualTo(Fault.BENEFICIARY);
            });
  }

  @Test
  void u_17_a_code_that_the_file_does_not_list_is_never_taken_for_a_refusal() throws IOException {
    assertThat(submit("{\"code\":\"brand_new\"}", UnaryOperator.identity()))
        .isInstanceOf(Unknown.class);
  }

  private static SubmitOutcome submit(String body, UnaryOperator<String> change)
      throws IOException {
    String answer = RawPartner.answer("422 Unprocessable", body);
    try (RawPartner partner = new RawPartner(RawPartner.thenStay(answer));
        FileProvider acme = Acme.at(partner.url(), VERTX, new CallLogInMemory(), change)) {
      SubmitOutcome outcome = acme.submit(Acme.request(), Acme.ALWAYS);
      assertThat(partner.requests()).hasSize(1);
      return outcome;
    }
  }
}
