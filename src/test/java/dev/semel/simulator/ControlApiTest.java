// Planned faults, outages, report differences, and what the control API says and refuses.
package dev.semel.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.semel.simulator.PartnerClient.Answered;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlApiTest {

  @TempDir Path dataDir;
  private PartnerClient partner;

  @BeforeEach
  void start() {
    partner = new PartnerClient(config(dataDir), aroundNoon());
  }

  @AfterEach
  void stop() {
    partner.close();
  }

  @Test
  void a_planned_fault_meets_the_next_submissions_that_match() throws IOException {
    plan(
        "{\"match\": {\"any\": true}, \"fault\": \"busy\", \"times\": 2, \"params\": {\"seconds\": 7}}");
    plan("{\"match\": {\"client_reference\": \"A\"}, \"fault\": \"gateway_timeout\"}");

    Answered busy = partner.submit("A-1", "1");
    assertThat(busy.status()).isEqualTo(429);
    assertThat(busy.raw().headers().firstValue("Retry-After")).hasValue("7");
    assertThat(partner.submit("B-1", "1").status()).isEqualTo(429);
    assertThat(partner.submit("B-1", "1").status()).isEqualTo(201);
    assertThat(partner.submit("A-1", "1").status()).isEqualTo(504);
    assertThat(partner.submit("A-1", "1").status()).isEqualTo(409);
    assertThat(partner.control("GET", "/faults", "").json()).isEmpty();
  }

  @Test
  void a_planned_fault_spoils_a_lookup_as_well() throws IOException {
    partner.submit("C-1", "1");
    plan(
        "{\"match\": {\"client_reference\": \"C-1\"}, \"fault\": \"answers_html\", \"operation\": \"lookup\"}");

    assertThat(partner.lookUp("C-1").body()).startsWith("<!doctype html>");
    assertThat(partner.lookUp("C-1").status()).isEqualTo(200);
    assertThat(partner.lookUp("C-1").text("/data/0/client_reference")).isEqualTo("C-1");
  }

  @Test
  void planned_faults_can_be_taken_back() throws IOException {
    plan("{\"match\": {\"account\": \"77\"}, \"fault\": \"account_closed\", \"times\": 9}");
    assertThat(partner.submit("D-1", "77").status()).isEqualTo(422);
    assertThat(partner.control("GET", "/faults", "").json().at("/0/times").asInt()).isEqualTo(8);
    partner.control("DELETE", "/faults", "");

    assertThat(partner.submit("D-1", "77").status()).isEqualTo(201);
  }

  @Test
  void connections_are_refused_for_a_while_and_then_taken_again_on_the_same_port()
      throws IOException {
    var before = partner.simulator.partnerUri();
    JsonNode during = partner.control("POST", "/outage", "{\"seconds\": 3600}").json();

    assertThat(during.at("/partner").asText()).isEqualTo("refusing");
    assertThatThrownBy(() -> new Socket(before.getHost(), before.getPort()).close())
        .isInstanceOf(ConnectException.class);
    assertThat(partner.control("GET", "/truth", "").status()).isEqualTo(200);
    endOutage();
    assertThat(partner.simulator.partnerUri()).isEqualTo(before);
    assertThat(partner.submit("E-1", "1").status()).isEqualTo(201);
  }

  @Test
  void an_account_number_asks_for_an_outage_after_its_answer() throws IOException {
    assertThat(partner.submit("F-1", "0012340019").status()).isEqualTo(201);

    PartnerClient.await(() -> health().equals("refusing"));
    assertThatThrownBy(() -> partner.submit("F-2", "1")).isInstanceOf(IOException.class);
    endOutage();
    partner.awaitStatus("F-1", "paid");
    assertThat(partner.submit("F-2", "1").status()).isEqualTo(201);
  }

  @Test
  void the_report_differs_by_account_number() throws IOException {
    pay("G-1", "0012340001");
    pay("H-1", "0012340041");
    pay("I-1", "0012340042");
    pay("J-1", "0012340043");
    pay("K-1", "0012340044");

    JsonNode report = report();
    assertThat(row(report, "G-1").at("/status").asText()).isEqualTo("paid");
    assertThat(row(report, "G-1").at("/amount").asText()).isEqualTo("125.50");
    assertThat(row(report, "H-1").isMissingNode()).isTrue();
    assertThat(row(report, "I-1").at("/amount").asText()).isEqualTo("126.50");
    assertThat(row(report, "J-1").at("/status").asText()).isEqualTo("returned");
    assertThat(row(report, "K-1").at("/status").asText()).isEqualTo("paid");
    assertThat(report.at("/count").asInt()).isEqualTo(5);
    assertThat(report.at("/totals/KES").asText()).isEqualTo("628.50");
    assertThat(report.at("/rows").findValuesAsText("client_reference"))
        .anyMatch(reference -> reference.startsWith("FOREIGN"));
    assertThat(report()).isEqualTo(report);
    assertThat(partner.get("/v1/reports/2020-01-01").json().at("/count").asInt()).isZero();
    assertThat(partner.get("/v1/reports/yesterday").status()).isEqualTo(400);
  }

  @Test
  void the_report_differs_on_demand_and_still_does_after_a_restart() throws IOException {
    pay("L-1", "1");
    differ("{\"payout\": \"L-1\", \"difference\": \"amount\", \"amount\": \"9.99\"}");
    differ("{\"payout\": \"L-1\", \"difference\": \"foreign\"}");
    assertThat(
            partner
                .control(
                    "POST",
                    "/report-differences",
                    "{\"payout\": \"Z\", \"difference\": \"missing\"}")
                .status())
        .isEqualTo(404);
    partner.close();
    partner = new PartnerClient(config(dataDir), aroundNoon());

    assertThat(row(report(), "L-1").at("/amount").asText()).isEqualTo("9.99");
    assertThat(report().at("/count").asInt()).isEqualTo(2);
    differ("{\"payout\": \"L-1\", \"difference\": \"missing\"}");
    assertThat(report().at("/count").asInt()).isEqualTo(1);
  }

  @Test
  void every_request_is_kept_without_its_authorization() throws IOException {
    partner.submit("M-1", "1");
    partner.lookUp("M-1");
    JsonNode requests = partner.control("GET", "/requests?reference=M", "").json();

    assertThat(requests).hasSize(2);
    assertThat(requests.at("/0/method").asText()).isEqualTo("POST");
    assertThat(requests.at("/0/headers/idempotency-key").asText()).isEqualTo("key-M-1");
    assertThat(requests.at("/0/body").asText()).contains("\"M-1\"");
    assertThat(requests.at("/1/path").asText()).isEqualTo("/v1/payouts?client_reference=M-1");
    assertThat(requests.toString()).doesNotContain(PartnerClient.API_KEY);
  }

  @Test
  void a_wrong_key_gets_401_and_pays_nothing() throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(
                partner.submission("key", PartnerClient.payout("N-1", "1")), (_, _) -> true)
            .setHeader("Authorization", "Bearer another")
            .build();

    assertThat(partner.send(request).status()).isEqualTo(401);
    assertThat(partner.control("GET", "/truth/N-1", "").status()).isEqualTo(404);
  }

  @Test
  void what_makes_no_sense_is_refused_with_a_reason() throws IOException {
    assertInvalid("/faults", "{\"match\": {}, \"fault\": \"busy\"}", "match takes one");
    assertInvalid(
        "/faults", "{\"match\": {\"any\": true}, \"fault\": \"sulks\"}", "'sulks' is none of");
    assertInvalid(
        "/faults",
        "{\"match\": {\"any\": true}, \"fault\": \"visible_late\", \"operation\": \"lookup\"}",
        "for submissions only");
    assertInvalid("/faults", "{\"match\": {\"any\": true}, \"fault\": \"busy\", \"x\": 1}", "x");
    assertInvalid("/outage", "{}", "either seconds or ms");
    assertInvalid("/outage", "[", "");
    assertInvalid("/webhook-target", "{\"url\": \"/hooks\", \"secret\": \"s\"}", "absolute");
    assertThat(partner.control("GET", "/nothing", "").status()).isEqualTo(404);
    assertThat(partner.control("POST", "/payouts/Z/return", "").status()).isEqualTo(404);
  }

  @Test
  void a_name_that_is_not_loopback_is_turned_away() throws IOException {
    var control = partner.simulator.controlUri();
    try (Socket socket = new Socket(control.getHost(), control.getPort())) {
      socket
          .getOutputStream()
          .write(
              "GET /truth HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("HTTP/1.1 403 ");
    }
  }

  @Test
  void the_accounts_are_listed() throws IOException {
    JsonNode accounts = partner.control("GET", "/accounts", "").json();

    assertThat(accounts).hasSize(Fault.values().length);
    assertThat(accounts.findValuesAsText("suffix")).doesNotHaveDuplicates();
  }

  private static SimulatorConfig config(Path dataDir) {
    return SimulatorConfig.defaults(dataDir, PartnerClient.API_KEY)
        .withTimings(
            Timings.defaults()
                .withOutage(Duration.ofHours(1))
                .withSteps(Duration.ofMillis(5), Duration.ofMillis(5))
                .withVisibility(Duration.ZERO, Duration.ZERO, Duration.ZERO));
  }

  // So that no midnight falls into a test.
  private static InstantSource aroundNoon() {
    Instant noon = Instant.parse("2026-11-30T12:00:00Z");
    return Clock.offset(Clock.systemUTC(), Duration.between(Instant.now(), noon));
  }

  private void plan(String body) throws IOException {
    assertThat(partner.control("POST", "/faults", body).status()).isEqualTo(201);
  }

  private void differ(String body) throws IOException {
    assertThat(partner.control("POST", "/report-differences", body).status()).isEqualTo(201);
  }

  private void pay(String reference, String account) throws IOException {
    assertThat(partner.submit(reference, account).status()).isEqualTo(201);
    partner.awaitStatus(reference, "paid");
  }

  private JsonNode report() throws IOException {
    return partner.get("/v1/reports/2026-11-30").json();
  }

  private static JsonNode row(JsonNode report, String reference) {
    for (JsonNode row : report.at("/rows")) {
      if (row.at("/client_reference").asText().equals(reference)) {
        return row;
      }
    }
    return MissingNode.getInstance();
  }

  private void assertInvalid(String path, String body, String reason) throws IOException {
    Answered answer = partner.control("POST", path, body);
    assertThat(answer.status()).as(body).isEqualTo(400);
    assertThat(answer.text("/message")).contains(reason);
  }

  // A second outage decides when the first ends.
  private void endOutage() throws IOException {
    partner.control("POST", "/outage", "{\"ms\": 1}");
    PartnerClient.await(() -> health().equals("listening"));
  }

  private String health() {
    try {
      return partner.control("GET", "/health", "").text("/partner");
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }
}
