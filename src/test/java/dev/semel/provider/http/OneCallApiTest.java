// What the answer to one call means, where others have read it wrongly.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.ProviderStatus;
import dev.semel.provider.LookupOutcome.Unclear;
import dev.semel.provider.SubmitOutcome;
import dev.semel.provider.SubmitOutcome.Accepted;
import dev.semel.provider.SubmitOutcome.Duplicate;
import dev.semel.provider.SubmitOutcome.PlatformFault;
import dev.semel.provider.SubmitOutcome.Unknown;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OneCallApiTest {
  private static final Vertx VERTX = Vertx.vertx();

  private final CallLogInMemory log = new CallLogInMemory();

  @AfterAll
  static void close() {
    VERTX.close().toCompletionStage().toCompletableFuture().join();
  }

  private SubmitOutcome submitOnce(String head, String singleQuoted, UnaryOperator<String> file)
      throws IOException {
    String answer = RawPartner.answer(head, singleQuoted.replace('\'', '"'));
    try (RawPartner partner = new RawPartner(RawPartner.thenStay(answer));
        FileProvider acme = Acme.at(partner.url(), VERTX, log, file)) {
      SubmitOutcome outcome = acme.submit(Acme.request(), Acme.ALWAYS);
      assertThat(partner.requests()).as("asked once").hasSize(1);
      return outcome;
    }
  }

  private SubmitOutcome submitOnce(String head, String singleQuoted) throws IOException {
    return submitOnce(head, singleQuoted, UnaryOperator.identity());
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 502, 503, 504})
  void u_02_a_server_error_is_not_asked_again_and_leaves_it_unknown(int status) throws IOException {
    assertThat(submitOnce(status + " Oops", "{'code':'internal'}")).isInstanceOf(Unknown.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          text/html        | <html>We are back at noon</html>
          application/json |
          application/json | null
          application/json | []
          """)
  void u_05_a_success_without_a_payout_in_it_leaves_it_unknown(String type, String body)
      throws IOException {
    String sent = body == null ? "" : body;
    assertThat(submitOnce("200 OK\r\nContent-Type: " + type, sent)).isInstanceOf(Unknown.class);
    assertThat(log.last().status()).contains(200);
    assertThat(log.last().responseHeaders().get("content-type")).containsExactly(type);
    assertThat(log.last().responseBody().orElse("")).isEqualTo(sent);
  }

  @Test
  void u_06_a_403_is_no_success_and_something_for_us_to_mend() throws IOException {
    assertThat(submitOnce("403 Forbidden", "{'code':'second_factor_needed'}"))
        .isEqualTo(new PlatformFault("second_factor_needed", Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          200 OK           | {'status':'error','code':'X'}
          207 Multi-Status | {'results':[{'id':'ac-1','status':'accepted'},{'status':'error'}]}
          """)
  void u_06_an_error_under_a_success_leaves_it_unknown(String head, String body)
      throws IOException {
    assertThat(submitOnce(head, body)).isInstanceOf(Unknown.class);
  }

  private static String acceptsWithoutId(String text) {
    return text.replace(
        "    - {when: {status: 409}",
        "    - {when: {status: 202}, is: accepted, read: {}}\n    - {when: {status: 409}");
  }

  @Test
  void u_07_accepted_without_a_body_it_is_asked_for_by_our_reference() throws IOException {
    SubmitOutcome outcome = submitOnce("202 Accepted", "", OneCallApiTest::acceptsWithoutId);
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Accepted.class,
            accepted -> {
              assertThat(accepted.statement().status()).isEqualTo(ProviderStatus.PROCESSING);
              assertThat(accepted.statement().providerPayoutId()).isEmpty();
            });
    try (RawPartner partner =
            new RawPartner(RawPartner.thenStay(RawPartner.answer("200 OK", "{\"data\":1}")));
        FileProvider acme = Acme.at(partner.url(), VERTX, log)) {
      assertThat(acme.status(Acme.query(Optional.empty()))).isInstanceOf(Unclear.class);
      assertThat(partner.requests().getFirst())
          .startsWith("GET /v1/payouts?client_reference=" + Acme.REFERENCE);
    }
  }

  @Test
  void u_07_where_the_file_promises_an_id_its_lack_leaves_it_unknown() throws IOException {
    assertThat(submitOnce("202 Accepted", "")).isInstanceOf(Unknown.class);
  }

  @Test
  void u_09_a_duplicate_reference_is_evidence_and_no_refusal() throws IOException {
    assertThat(submitOnce("409 Conflict", "{'original':{'id':'ac-7'}}"))
        .isEqualTo(new Duplicate(Optional.of("ac-7")));
  }
}
