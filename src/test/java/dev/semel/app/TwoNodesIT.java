// Two real nodes on one database, one of which is stopped past its lease and goes on.
package dev.semel.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.db.embedded.EmbeddedPostgres;
import dev.semel.testing.ApiClient;
import dev.semel.testing.Directories;
import dev.semel.testing.Partner;
import dev.semel.testing.ProviderFileText;
import dev.semel.testing.ServerProcess;
import dev.semel.testing.Wait;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("long")
class TwoNodesIT {
  private static final Duration LEASE = Duration.ofSeconds(3);
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final String TOKEN = "sm_key_nodes_0123456789abcdefghijklmnopqrstuv";

  /** It is not looked up within the test: what becomes known, the answer to the call has told. */
  private static final ProviderFileText FILE =
      ProviderFileText.simulator()
          .with("  timeout", "PT30S")
          .with("lookups", "[PT1H, PT1H]")
          .with("status_checks", "[PT1S, PT1S, PT1S, PT1S]");

  private static Path directory;
  private static EmbeddedPostgres postgres;
  private static Partner partner;
  private static ServerProcess one;
  private static ServerProcess other;
  private static ApiClient atOne;
  private static ApiClient atOther;

  @BeforeAll
  static void start() throws Exception {
    directory = Files.createTempDirectory("semel-nodes-");
    FILE.writeTo(directory.resolve("providers"));
    postgres = EmbeddedPostgres.start(directory.resolve("database"));
    partner = Partner.start(directory.resolve("partner"), settings -> settings);
    one = launch("one");
    atOne = client(one);
    other = launch("other");
    atOther = client(other);
  }

  private static ServerProcess launch(String name) throws IOException {
    Map<String, String> environment = new HashMap<>(partner.environment("simulator"));
    environment.put("SEMEL_PROVIDERS_DIR", directory.resolve("providers").toString());
    environment.put("SEMEL_BOOTSTRAP_TOKEN", TOKEN);
    environment.put("SEMEL_LEASE", LEASE.toString());
    environment.put("SEMEL_DB_URL", postgres.jdbcUrl(EmbeddedPostgres.DATABASE));
    environment.put("SEMEL_DB_USER", EmbeddedPostgres.USER);
    environment.put("SEMEL_DB_PASSWORD", postgres.password());
    return ServerProcess.launch(directory.resolve(name), environment);
  }

  private static ApiClient client(ServerProcess node) throws IOException, InterruptedException {
    URI address = node.awaitReady();
    return new ApiClient(address, TOKEN);
  }

  @AfterAll
  static void stop() throws Exception {
    signal(one, "CONT");
    signal(other, "CONT");
    one.close();
    other.close();
    partner.close();
    postgres.close();
    Directories.delete(directory);
  }

  @Test
  void every_payout_is_submitted_once_and_both_nodes_take_part() throws Exception {
    List<String> payouts = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      payouts.add(create(i % 2 == 0 ? atOne : atOther, "0001"));
    }
    List<String> workers = new ArrayList<>();
    for (String id : payouts) {
      await(id, "sent", "paid");
      assertThat(partner.submissions(reference(id))).as(id).hasSize(1);
      workers.add(entry(id, "claimed").path("actor").textValue());
    }
    assertThat(workers.stream().distinct()).hasSize(2);
  }

  @Test
  void j_01_a_call_of_three_times_the_lease_is_made_once_and_its_lease_is_kept() throws Exception {
    slowly("9001", LEASE.multipliedBy(3));

    String id = create(atOne, "9001");
    await(id, "sent", "paid");

    assertThat(types(id)).startsWith("created", "claimed", "accepted");
    JsonNode sent = partner.submissions(reference(id)).getFirst();
    assertThat(partner.submissions(reference(id))).hasSize(1);
    assertThat(
            Duration.between(
                Instant.parse(sent.path("at").textValue()),
                Instant.parse(entry(id, "accepted").path("recorded_at").textValue())))
        .as("it took longer than a lease")
        .isGreaterThan(LEASE);
  }

  @Test
  void j_04_a_node_that_was_stopped_past_its_lease_overwrites_nothing_and_its_late_answer_counts()
      throws Exception {
    slowly("9002", LEASE.multipliedBy(3));
    String id = submittedByOne("9002");
    signal(one, "STOP");

    awaitAt(atOther, id, "submission_unknown");
    String rescuer = entry(id, "lease_expired").path("actor").textValue();
    assertThat(rescuer).isNotEqualTo(entry(id, "claimed").path("actor").textValue());
    assertThat(partner.submissions(reference(id))).hasSize(1);

    signal(one, "CONT");
    awaitAt(atOther, id, "sent", "paid");

    JsonNode late = entry(id, "accepted");
    assertThat(late.path("applied").booleanValue()).isTrue();
    assertThat(late.path("from").textValue()).isEqualTo("submission_unknown");
    assertThat(late.path("actor")).isEqualTo(entry(id, "claimed").path("actor"));
    assertThat(partner.submissions(reference(id))).as("sent once").hasSize(1);
    await(id, "paid");
    assertThat(partner.truth(reference(id)).orElseThrow().timesPaid()).isEqualTo(1);
  }

  @Test
  void a_stopped_node_does_not_keep_the_other_from_sending() throws Exception {
    signal(one, "STOP");
    try {
      List<String> payouts = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        payouts.add(create(atOther, "0001"));
      }
      for (String id : payouts) {
        awaitAt(atOther, id, "sent", "paid");
      }
    } finally {
      signal(one, "CONT");
    }
  }

  /** A payout that the first node is sending, the other being stopped for that moment. */
  private static String submittedByOne(String ending) throws Exception {
    signal(other, "STOP");
    try {
      String id = create(atOne, ending);
      String ours = atOne.get("/v1/payouts/" + id).json().path("client_reference").textValue();
      Wait.until("a submission", PATIENCE, () -> partner.submissions(ours), all -> !all.isEmpty());
      return id;
    } finally {
      signal(other, "CONT");
    }
  }

  private static void signal(ServerProcess node, String name) throws Exception {
    int status =
        new ProcessBuilder("kill", "-" + name, Long.toString(node.pid())).start().waitFor();
    assertThat(status).isZero();
  }

  private static void slowly(String account, Duration answer) throws Exception {
    partner.tell(
        "/faults",
        "{\"match\": {\"account\": \"001234%s\"}, \"fault\": \"slow_answer\", \"params\": {\"ms\": %d}}"
            .formatted(account, answer.toMillis()));
  }

  private static String create(ApiClient client, String ending) throws Exception {
    String key = UUID.randomUUID().toString();
    ApiClient.Answer answer =
        client.post(
            "/v1/payouts",
            key,
            """
            {"reference": "%s", "amount": "125.50", "currency": "KES", "provider": "simulator",
             "beneficiary": {"name": "Amina Wanjiru", "country": "KE", "method": "bank_account",
               "bank_account": {"account_number": "001234%s", "bank_code": "01"}},
             "sender": {"name": "Jon Doe", "country": "GB"}}"""
                .formatted(key, ending));
    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    return answer.json().path("id").textValue();
  }

  private static void await(String id, String... statuses) throws Exception {
    awaitAt(atOne, id, statuses);
  }

  private static void awaitAt(ApiClient client, String id, String... statuses) throws Exception {
    Wait.until(
        String.join(" or ", statuses),
        PATIENCE,
        () -> client.get("/v1/payouts/" + id).json().path("status").textValue(),
        List.of(statuses)::contains);
  }

  private static String reference(String id) throws Exception {
    return atOther.get("/v1/payouts/" + id).json().path("client_reference").textValue();
  }

  private static List<String> types(String id) throws Exception {
    return atOther.history(id).stream().map(one -> one.path("type").textValue()).toList();
  }

  private static JsonNode entry(String id, String type) throws Exception {
    return atOther.history(id).stream()
        .filter(one -> one.path("type").textValue().equals(type))
        .findFirst()
        .orElseThrow();
  }
}
