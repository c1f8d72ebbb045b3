// Every fault of a submission, as seen on the wire and as the truth has it.
package dev.semel.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.simulator.PartnerClient.Answered;
import java.io.IOException;
import java.net.SocketException;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubmissionFaultsApiTest {

  @TempDir Path dataDir;
  private volatile Duration ahead = Duration.ZERO;
  private PartnerClient partner;

  @BeforeEach
  void start() {
    Timings timings =
        Timings.defaults()
            .withSteps(Duration.ofMillis(10), Duration.ofMillis(10))
            .withVisibility(Duration.ZERO, Duration.ofHours(1), Duration.ofHours(2))
            .withReturnAndSlowness(Duration.ofMillis(20), Duration.ofMillis(300));
    partner =
        new PartnerClient(
            SimulatorConfig.defaults(dataDir, PartnerClient.API_KEY).withTimings(timings),
            () -> Instant.now().plus(ahead));
  }

  @AfterEach
  void stop() {
    partner.close();
  }

  @Test
  void accepts_and_pays() throws IOException {
    Answered answer = partner.submit("A-1", "0012340001");

    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.text("/status")).isEqualTo("accepted");
    assertThat(answer.text("/client_reference")).isEqualTo("A-1");
    assertThat(answer.text("/amount")).isEqualTo("125.50");
    assertThat(answer.text("/created_at")).matches("\\d{4}-\\d\\d-\\d\\dT[\\d:]{8}\\.\\d{6}Z");
    assertPaidOnce("A-1");
    assertThat(partner.get("/v1/payouts/" + answer.text("/id")).text("/status")).isEqualTo("paid");
  }

  @Test
  void accepts_and_never_answers() throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(
                partner.submission("key", PartnerClient.payout("B-1", "0012340002")),
                (_, _) -> true)
            .timeout(Duration.ofSeconds(1))
            .build();

    assertThatThrownBy(() -> partner.send(request)).isInstanceOf(HttpTimeoutException.class);
    assertPaidOnce("B-1");
  }

  @Test
  void accepts_and_a_gateway_times_out() throws IOException {
    Answered answer = partner.submit("C-1", "0012340003");

    assertThat(answer.status()).isEqualTo(504);
    assertThat(answer.body()).startsWith("<html>");
    assertPaidOnce("C-1");
  }

  @Test
  void accepts_and_resets_the_connection() throws IOException {
    assertThatThrownBy(() -> partner.submitBare("D-1", "0012340004"))
        .isInstanceOf(SocketException.class)
        .hasMessageContaining("reset");
    assertPaidOnce("D-1");
  }

  @Test
  void accepts_and_answers_html() throws IOException {
    Answered answer = partner.submit("E-1", "0012340005");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.raw().headers().firstValue("Content-Type"))
        .hasValue("text/html; charset=utf-8");
    assertPaidOnce("E-1");
  }

  @Test
  void accepts_and_answers_half_a_body() throws IOException {
    String answer = partner.submitBare("F-1", "0012340006");

    assertThat(answer).startsWith("HTTP/1.1 201 ");
    int promised = Integer.parseInt(answer.replaceAll("(?is).*content-length: (\\d+).*", "$1"));
    String body = answer.substring(answer.indexOf("\r\n\r\n") + 4);
    assertThat(body).startsWith("{").doesNotEndWith("}").hasSizeLessThan(promised);
    assertPaidOnce("F-1");
  }

  @Test
  void resets_the_connection_without_having_received_anything() throws IOException {
    assertThatThrownBy(() -> partner.submitBare("G-1", "0012340007"))
        .isInstanceOf(SocketException.class)
        .hasMessageContaining("reset");

    assertThat(partner.control("GET", "/truth/G-1", "").status()).isEqualTo(404);
    assertThat(partner.control("GET", "/requests?reference=G-1", "").json()).isEmpty();
    assertThat(partner.lookUp("G-1").status()).isEqualTo(404);
    assertThat(partner.submit("G-1", "0012340007").status()).isEqualTo(201);
    assertPaidOnce("G-1");
  }

  @Test
  void answers_slowly() throws IOException {
    long before = System.nanoTime();

    assertThat(partner.submit("H-1", "0012340008").status()).isEqualTo(201);
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofMillis(299));
    assertPaidOnce("H-1");
  }

  @Test
  void calls_an_accepted_payout_a_duplicate_under_500() throws IOException {
    Answered first = partner.submit("I-1", "0012340009");
    Answered second = partner.submit("I-1", "0012340009");

    assertThat(first.status()).isEqualTo(500);
    assertThat(first.text("/code")).isEqualTo("duplicate_reference");
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(partner.lookUp("I-1").text("/data/0/id")).isEqualTo(first.text("/id"));
    assertPaidOnce("I-1");
  }

  @ParameterizedTest
  @CsvSource({
    "0012340011, 422, account_closed",
    "0012340012, 422, beneficiary_blocked",
    "0012340013, 422, limit_exceeded",
    "0012340014, 500, account_closed"
  })
  void refuses_every_time(String account, int status, String code) throws IOException {
    for (int time = 1; time <= 2; time++) {
      Answered answer = partner.submit("J-1", account);
      assertThat(answer.status()).isEqualTo(status);
      assertThat(answer.text("/code")).isEqualTo(code);
    }
    assertNothingAccepted("J-1", 2);
  }

  @ParameterizedTest
  @CsvSource({
    "0012340015, 422, insufficient_float, 1",
    "0012340016, 401, invalid_api_key, 1",
    "0012340017, 429, too_many_requests, 2",
    "0012340018, 503, unavailable, 1"
  })
  void does_not_accept_at_first(String account, int status, String code, int times)
      throws IOException {
    for (int time = 1; time <= times; time++) {
      Answered answer = partner.submit("K-1", account);
      assertThat(answer.status()).isEqualTo(status);
      assertThat(answer.text("/code")).isEqualTo(code);
      assertThat(answer.raw().headers().firstValue("Retry-After").isPresent())
          .isEqualTo(status == 429);
    }
    assertNothingAccepted("K-1", times);
    assertThat(partner.submit("K-1", account).status()).isEqualTo(201);
    assertPaidOnce("K-1");
  }

  @Test
  void becomes_visible_to_lookups_only_later() throws IOException {
    assertThat(partner.submit("L-1", "0012340021").status()).isEqualTo(504);
    assertThat(partner.lookUp("L-1").status()).isEqualTo(404);
    assertPaidOnce("L-1");
    ahead = Duration.ofHours(1);
    assertThat(partner.lookUp("L-1").text("/data/0/client_reference")).isEqualTo("L-1");
  }

  @Test
  void becomes_visible_too_late_and_still_rejects_the_repeat() throws IOException {
    assertThat(partner.submit("M-1", "0012340022").status()).isEqualTo(504);
    assertThat(partner.lookUp("M-1").status()).isEqualTo(404);
    assertThat(partner.submit("M-1", "0012340022").status()).isEqualTo(409);
    assertPaidOnce("M-1");
  }

  @Test
  void accepts_another_amount_than_asked() throws IOException {
    assertThat(partner.submit("N-1", "0012340023").text("/amount")).isEqualTo("126.50");
    partner.awaitStatus("N-1", "paid");
    assertThat(partner.truth("N-1").at("/amount_paid").asText()).isEqualTo("126.50");
  }

  @Test
  void returns_a_paid_payout_later() throws IOException {
    partner.submit("O-1", "0012340024");
    partner.awaitStatus("O-1", "returned");

    JsonNode truth = partner.truth("O-1");
    assertThat(truth.at("/times_paid").asInt()).isEqualTo(1);
    assertThat(truth.at("/times_returned").asInt()).isEqualTo(1);
  }

  @Test
  void fails_while_processing() throws IOException {
    partner.submit("P-1", "0012340025");
    partner.awaitStatus("P-1", "failed");

    assertThat(partner.truth("P-1").at("/times_paid").asInt()).isZero();
    assertThat(partner.truth("P-1").at("/amount_paid").asText()).isEqualTo("0");
  }

  @ParameterizedTest
  @CsvSource({"msisdn, +254700000011", "iban, DE71100000000000000011"})
  void a_phone_number_or_an_iban_asks_for_a_fault_too(String member, String account)
      throws IOException {
    String body = PartnerClient.payout("Q-1", account).replace("\"account\"", "\"" + member + "\"");

    assertThat(partner.submitBody("key", body).text("/code")).isEqualTo("account_closed");
  }

  @Test
  void refuses_a_body_that_a_partner_would_refuse() throws IOException {
    for (String body :
        new String[] {
          "",
          "{",
          PartnerClient.payout("R-1", "1").replace("\"125.50\"", "125.50"),
          PartnerClient.payout("R-1", "1", "125.505", "KES"),
          PartnerClient.payout("R-1", "1", "10.5", "JPY"),
          PartnerClient.payout("R-1", "1", "0.00", "KES"),
          PartnerClient.payout("R-1", "1", "1.00", "XYZ")
        }) {
      Answered answer = partner.submitBody("key", body);
      assertThat(answer.status()).as(body).isEqualTo(400);
      assertThat(answer.text("/code")).isEqualTo("invalid_request");
    }
    assertThat(partner.submitBody("key", PartnerClient.payout("R-2", "1", "1.234", "KWD")).status())
        .isEqualTo(201);
  }

  private void assertPaidOnce(String reference) throws IOException {
    partner.awaitStatus(reference, "paid");
    JsonNode truth = partner.truth(reference);
    assertThat(truth.at("/times_accepted").asInt()).isEqualTo(1);
    assertThat(truth.at("/times_paid").asInt()).isEqualTo(1);
    assertThat(truth.at("/amount_paid").asText()).isEqualTo("125.50");
    assertThat(truth.at("/currency").asText()).isEqualTo("KES");
  }

  private void assertNothingAccepted(String reference, int received) throws IOException {
    JsonNode truth = partner.truth(reference);
    assertThat(truth.at("/times_received").asInt()).isEqualTo(received);
    assertThat(truth.at("/times_accepted").asInt()).isZero();
    assertThat(truth.at("/times_paid").asInt()).isZero();
    assertThat(partner.lookUp(reference).status()).isEqualTo(404);
  }
}
