// The story of one payout whose answer was lost, step by step, with the clocks ten times as fast.
package dev.semel.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.simulator.Truth;
import dev.semel.testing.ApiClient;
import dev.semel.testing.Directories;
import dev.semel.testing.Partner;
import dev.semel.testing.ProviderFileText;
import dev.semel.testing.ServerProcess;
import dev.semel.testing.Wait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SeedTimelineIT {

  private static final String TOKEN = "sm_key_timeline_0123456789abcdefghijklmnopqrstuv";
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  /** 30 s until the client gives up, lookups 10 s and 30 s later: each a tenth. */
  private static final ProviderFileText FILE =
      ProviderFileText.simulator()
          .with("  timeout", "PT3S")
          .with("lookups", "[PT1S, PT3S, PT5S, PT10M]")
          .with("visibility", "{within: PT9S, promised: true}")
          .with("status_checks", "[PT10M]");

  private static Path directory;
  private static Partner partner;
  private static ServerProcess server;
  private static ApiClient client;

  @BeforeAll
  static void startPartnerAndServer() throws Exception {
    Path place = Files.createTempDirectory("semel-timeline-");
    directory = place;
    FILE.writeTo(place.resolve("providers"));
    // Shown to lookups between the first and the second of them, and paid well after both.
    Partner started =
        Partner.start(
            place.resolve("partner"),
            settings ->
                settings.withTimings(
                    settings
                        .timings()
                        .withVisibility(
                            Duration.ofMillis(5500), Duration.ofSeconds(8), Duration.ofSeconds(20))
                        .withSteps(Duration.ofMillis(200), Duration.ofSeconds(12))));
    partner = started;
    Map<String, String> environment = new HashMap<>(started.environment("simulator"));
    environment.put("SEMEL_PROVIDERS_DIR", place.resolve("providers").toString());
    environment.put("SEMEL_BOOTSTRAP_TOKEN", TOKEN);
    server = ServerProcess.launch(place.resolve("data"), environment);
    client = new ApiClient(server.awaitReady(), TOKEN);
  }

  @AfterAll
  static void stopPartnerAndServer() throws IOException {
    server.close();
    partner.close();
    Directories.delete(directory);
  }

  @Test
  void a_payout_whose_answer_was_lost_is_found_adopted_paid_and_reconciled() throws Exception {
    partner.tell(
        "/faults",
        """
        {"match": {"account": "0012345678"}, "fault": "never_answers"}""");

    ApiClient.Answer accepted = client.post("/v1/payouts", "timeline-1", PAYOUT);
    assertThat(accepted.status()).isEqualTo(201);
    assertThat(accepted.json().path("status").textValue()).isEqualTo("ready");
    String id = accepted.json().path("id").textValue();
    // The reference was stored at approval, before anything was sent.
    String reference = accepted.json().path("client_reference").textValue();

    // 1. A worker claims the payout.
    JsonNode claimed = entry(id, type("claimed"));
    assertThat(states(claimed)).isEqualTo("ready -> submitting");
    assertThat(claimed.path("actor").textValue()).startsWith("worker:");

    // 2. The request goes out with the client reference; the outbound log has it.
    JsonNode submit = call(id, "submit");
    assertThat(submit.path("phase").textValue()).isEqualTo("handed_over");
    JsonNode whole = client.get("/v1/ops/provider-calls/" + submit.path("id").textValue()).json();
    assertThat(whole.at("/request/body").textValue())
        .contains(reference)
        .doesNotContain("12345678");
    assertThat(whole.path("request_id").textValue()).isNotBlank();

    // 3. No reply came in time: the outcome is unknown, and nobody says otherwise.
    JsonNode unknown = entry(id, type("outcome_unknown"));
    assertThat(states(unknown)).isEqualTo("submitting -> submission_unknown");
    assertThat(submit.path("outcome").textValue()).isEqualTo("unknown");
    assertThat(submit.path("duration_micros").longValue()).isBetween(2_900_000L, 6_000_000L);

    // 4. The first lookup, by client reference: 404.
    JsonNode absent = entry(id, type("lookup_absent"));
    assertThat(states(absent)).isEqualTo("submission_unknown -> submission_unknown");
    assertThat(absent.path("evidence").textValue()).isEqualTo("authenticated_query");
    assertThat(calls(id, "lookup"))
        .singleElement()
        .matches(one -> one.path("status").intValue() == 404);

    // 5. and 6. The second lookup finds it as 'processing'; it is adopted, and nothing is resent.
    JsonNode found = entry(id, type("lookup_found"));
    assertThat(states(found)).isEqualTo("submission_unknown -> sent");
    assertThat(found.path("evidence").textValue()).isEqualTo("authenticated_query");
    assertThat(found.path("reason").textValue()).contains("'processing'");
    assertThat(calls(id, "lookup")).hasSize(2);
    JsonNode adopted = client.get("/v1/payouts/" + id).json();
    assertThat(adopted.path("status").textValue()).isEqualTo("sent");
    assertThat(adopted.path("provider_payout_id").textValue()).isEqualTo(partner.idOf(reference));
    assertThat(adopted.path("attempt").intValue()).isEqualTo(1);
    assertThat(adopted.path("client_reference").textValue()).isEqualTo(reference);

    // 7. The webhook 'paid' arrives and is applied. The road for webhooks was closed until here.
    partner.sendWebhooksTo(client.server(), "simulator");
    JsonNode paid = entry(id, type("provider_says_paid"));
    assertThat(states(paid)).isEqualTo("sent -> paid");
    assertThat(paid.path("evidence").textValue()).isEqualTo("signed_webhook");
    assertThat(paid.path("applied").booleanValue()).isTrue();

    // 8. A delayed 'processing' is stored, and refused with the reason.
    partner.tell(
        "/payouts/" + reference + "/webhook",
        """
        {"status": "processing", "sequence": 9}""");
    JsonNode late =
        entry(id, type("provider_says_processing").and(one -> !one.path("applied").booleanValue()));
    assertThat(late.path("from").textValue()).isEqualTo("paid");
    assertThat(late.path("to").isNull()).isTrue();
    assertThat(late.path("reason").textValue())
        .contains("refused because the payout has already reached a final state");

    theHistoryIsWhole(id);
    thePartnerSawOneSubmissionAndPaidItOnce(id, reference);
  }

  private static final String PAYOUT =
      """
      {"reference": "timeline-1", "amount": "12500.00", "currency": "KES", "provider": "simulator",
       "beneficiary": {"name": "Amina Wanjiru", "country": "KE", "method": "bank_account",
         "bank_account": {"account_number": "0012345678", "bank_code": "01"}},
       "sender": {"name": "Jon Doe", "country": "GB"}, "purpose": "family_support"}""";

  private static void theHistoryIsWhole(String id) throws Exception {
    List<JsonNode> history = client.history(id);
    assertThat(history)
        .map(one -> one.path("sequence").intValue())
        .isEqualTo(IntStream.rangeClosed(1, history.size()).boxed().toList());
    assertThat(history)
        .map(one -> one.path("type").textValue())
        .containsExactly(
            "created",
            "claimed",
            "outcome_unknown",
            "lookup_absent",
            "lookup_found",
            "provider_says_processing",
            "provider_says_paid",
            "provider_says_processing");
  }

  private static void thePartnerSawOneSubmissionAndPaidItOnce(String id, String reference)
      throws Exception {
    assertThat(calls(id, "submit")).hasSize(1);
    assertThat(partner.submissions(reference)).hasSize(1);
    Truth truth = partner.truth(reference).orElseThrow();
    assertThat(truth.references()).containsExactly(reference);
    assertThat(truth.timesReceived()).isEqualTo(1);
    assertThat(truth.timesPaid()).isEqualTo(1);
    assertThat(truth.amountPaid()).isEqualTo("12500.00");
    assertThat(client.get("/v1/payouts/" + id).json().path("paid_at").textValue())
        .satisfies(at -> assertThat(Instant.parse(at)).isBeforeOrEqualTo(Instant.now()));
  }

  private static String states(JsonNode entry) {
    return entry.path("from").textValue() + " -> " + entry.path("to").textValue();
  }

  private static Predicate<JsonNode> type(String type) {
    return entry -> entry.path("type").textValue().equals(type);
  }

  /** The first entry of the history of this kind, as soon as it is there. */
  private static JsonNode entry(String id, Predicate<JsonNode> wanted) throws Exception {
    return Wait.until(
            "an entry of the history",
            PATIENCE,
            () -> client.history(id),
            history -> history.stream().anyMatch(wanted))
        .stream()
        .filter(wanted)
        .findFirst()
        .orElseThrow();
  }

  private static JsonNode call(String id, String operation) throws Exception {
    return Wait.until("a call", PATIENCE, () -> calls(id, operation), calls -> !calls.isEmpty())
        .getFirst();
  }

  private static List<JsonNode> calls(String id, String operation) throws Exception {
    return client.pages("/v1/ops/provider-calls?limit=100&payout=" + id).stream()
        .filter(call -> call.path("operation").textValue().equals(operation))
        .toList();
  }
}
