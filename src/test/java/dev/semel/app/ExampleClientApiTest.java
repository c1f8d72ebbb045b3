// The TypeScript client of the guide, run by node through a network that loses what networks lose.
package dev.semel.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.security.CreateCredential;
import dev.semel.testing.ApiClient;
import dev.semel.testing.FaultyProxy;
import dev.semel.testing.FaultyProxy.Fault;
import dev.semel.testing.NodeTools;
import dev.semel.testing.Partner;
import dev.semel.testing.PartnersResource;
import dev.semel.testing.Tenant;
import dev.semel.testing.Wait;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@QuarkusTest
class ExampleClientApiTest {

  private static final Path SOURCE = Path.of("docs", "examples", "typescript");
  private static final Path COMPILED = Path.of("target", "examples", "typescript");
  private static final int DONE = 0;
  private static final int ENDED_OTHERWISE = 1;
  private static final int AGAIN = 75;

  private static NodeTools node = new NodeTools(0);

  @Inject CreateCredential credentials;
  @Inject DataSource database;
  @TempDir Path directory;

  private final Partner partner = PartnersResource.partner();
  private final String reference = UUID.randomUUID().toString();
  private Tenant tenant;

  @BeforeAll
  static void compile() throws IOException, InterruptedException {
    node = NodeTools.find();
    NodeTools.Result result =
        node.run(
            Map.of(),
            node.file("typescript/lib/tsc.js"),
            "--project",
            SOURCE.toString(),
            "--typeRoots",
            node.file("@types").toString(),
            "--outDir",
            COMPILED.toString());
    assertThat(result).isEqualTo(new NodeTools.Result(0, ""));
    Files.writeString(
        COMPILED.resolve("package.json"), Files.readString(SOURCE.resolve("package.json")));
  }

  @BeforeEach
  void becomeATenant() {
    tenant = Tenant.create(credentials, database);
  }

  @Test
  void a_payout_is_created_and_followed_to_its_end() throws Exception {
    NodeTools.Result result = pay(server().toString(), "0001");

    assertThat(result.output()).contains("accepted: po_").endsWith("status: paid\n");
    assertThat(result.status()).isEqualTo(DONE);
    assertPaidOnce();
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"NONE", "ANSWER_HELD", "TOO_MANY_FOR_LONG"})
  void one_fault_of_the_network_is_got_over_with_the_same_key_and_one_submission(Fault fault)
      throws Exception {
    try (FaultyProxy proxy = new FaultyProxy(server(), fault)) {
      NodeTools.Result result = pay(proxy.address(), "0001");

      assertThat(result.status()).as(result.output()).isEqualTo(DONE);
      assertSameRequest(proxy, 2);
    }
    assertPaidOnce();
  }

  @Test
  void retry_after_is_waited_for() throws Exception {
    try (FaultyProxy proxy = new FaultyProxy(server(), Fault.TOO_MANY)) {
      pay(proxy.address(), "0001");

      List<FaultyProxy.Seen> posts = proxy.posts();
      assertThat(Duration.ofNanos(posts.get(1).nanoTime() - posts.get(0).nanoTime()))
          .isGreaterThan(Duration.ofMillis(990));
    }
  }

  @Test
  void faults_one_after_the_other_are_got_over() throws Exception {
    try (FaultyProxy proxy =
        new FaultyProxy(
            server(),
            Fault.REQUEST_LOST,
            Fault.UNAVAILABLE,
            Fault.ANSWER_LOST,
            Fault.ANSWER_CUT,
            Fault.ANSWER_LOST)) {
      NodeTools.Result result = pay(proxy.address(), "0001");

      assertThat(result.status()).as(result.output()).isEqualTo(DONE);
      assertSameRequest(proxy, 6);
    }
    assertPaidOnce();
  }

  @Test
  void a_client_that_is_killed_after_the_server_committed_goes_on_with_its_stored_key()
      throws Exception {
    try (FaultyProxy proxy = new FaultyProxy(server(), Fault.ANSWER_HELD)) {
      Process first = node.start(environment(proxy.address()), program(), "order", request("0001"));
      try {
        Wait.until("the payout", Duration.ofSeconds(20), this::payouts, all -> all.size() == 1);
      } finally {
        first.destroyForcibly();
      }
      assertThat(first.waitFor(10, TimeUnit.SECONDS)).isTrue();

      NodeTools.Result second = pay(proxy.address(), "0001");

      assertThat(second.status()).as(second.output()).isEqualTo(DONE);
      assertSameRequest(proxy, 2);
    }
    assertPaidOnce();
  }

  @Test
  void an_action_whose_time_is_used_up_is_left_unknown_and_asked_for_again_later()
      throws Exception {
    try (FaultyProxy proxy =
        new FaultyProxy(server(), Fault.ANSWER_LOST, Fault.TOO_MANY_FOR_LONG)) {
      NodeTools.Result first = pay(proxy.address(), "0001");
      assertThat(first.output()).startsWith("unknown: ");
      assertThat(first.status()).isEqualTo(AGAIN);

      NodeTools.Result second = pay(proxy.address(), "0001");

      assertThat(second.status()).as(second.output()).isEqualTo(DONE);
      assertSameRequest(proxy, 3);
    }
    assertPaidOnce();
  }

  @Test
  void an_action_whose_end_is_stored_is_not_sent_again() throws Exception {
    try (FaultyProxy proxy = new FaultyProxy(server())) {
      pay(proxy.address(), "0001");
      NodeTools.Result again = pay(proxy.address(), "0001");

      assertThat(again.status()).as(again.output()).isEqualTo(DONE);
      assertSameRequest(proxy, 1);
    }
    assertPaidOnce();
  }

  @Test
  void a_lost_store_is_caught_by_the_reference_and_converges_on_the_payout_that_is_there()
      throws Exception {
    pay(server().toString(), "0001");
    Map<String, String> restored =
        environment(
            server().toString(),
            Map.entry("SEMEL_ACTIONS", directory.resolve("restored").toString()));
    NodeTools.Result again = node.run(restored, program(), "order", request("0001"));

    assertThat(again.output()).startsWith("accepted: " + payouts().getFirst().path("id").asText());
    assertThat(again.status()).isEqualTo(DONE);
    assertPaidOnce();
  }

  @Test
  void a_token_that_is_not_taken_leaves_the_action_unknown() throws Exception {
    Map<String, String> revoked =
        environment(server().toString(), Map.entry("SEMEL_TOKEN", "sm_nobody_0123456789abcdef"));
    NodeTools.Result refused = node.run(revoked, program(), "order", request("0001"));
    assertThat(refused.status()).as(refused.output()).isEqualTo(AGAIN);

    NodeTools.Result mended = pay(server().toString(), "0001");

    assertThat(mended.status()).as(mended.output()).isEqualTo(DONE);
    assertPaidOnce();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -12.50 | 0001 | refused: /problems/validation-failed
          125.50 | 0011 | status: failed
          """)
  void what_is_refused_or_fails_ends_so_and_is_not_repeated(
      String amount, String ending, String said) throws Exception {
    try (FaultyProxy proxy = new FaultyProxy(server())) {
      String file = request(ending, amount);
      NodeTools.Result result = node.run(environment(proxy.address()), program(), "order", file);

      assertThat(result.output()).contains(said);
      assertThat(result.status()).isEqualTo(ENDED_OTHERWISE);
      assertThat(proxy.posts()).hasSize(1);
    }
  }

  private NodeTools.Result pay(String address, String ending) throws Exception {
    return node.run(environment(address), program(), "order", request(ending));
  }

  /** Every attempt was the same request under the key that was stored. */
  private void assertSameRequest(FaultyProxy proxy, int times) throws IOException {
    assertThat(proxy.posts()).hasSize(times);
    String stored = Files.readString(directory.resolve("actions").resolve("order.json"));
    for (FaultyProxy.Seen post : proxy.posts()) {
      assertThat(stored).contains("\"key\":\"" + post.key() + "\"");
      assertThat(post.body()).isEqualTo(proxy.posts().getFirst().body());
    }
  }

  /** One payout here, one submission and one payment there. */
  private void assertPaidOnce() throws Exception {
    List<JsonNode> payouts = payouts();
    assertThat(payouts).map(one -> one.path("status").asText()).containsExactly("paid");
    String ours = payouts.getFirst().path("client_reference").textValue();
    assertThat(partner.submissions(ours)).hasSize(1);
    assertThat(partner.truth(ours).orElseThrow().timesPaid()).isEqualTo(1);
  }

  private List<JsonNode> payouts() throws IOException, InterruptedException {
    return new ApiClient(server(), tenant.token()).pages("/v1/payouts?limit=100");
  }

  @SafeVarargs
  private Map<String, String> environment(String address, Map.Entry<String, String>... changes) {
    Map<String, String> environment =
        new HashMap<>(
            Map.of(
                "SEMEL_URL", address,
                "SEMEL_TOKEN", tenant.token(),
                "SEMEL_ACTIONS", directory.resolve("actions").toString()));
    for (Map.Entry<String, String> change : changes) {
      environment.put(change.getKey(), change.getValue());
    }
    return environment;
  }

  private String request(String ending) throws IOException {
    return request(ending, "125.50");
  }

  private String request(String ending, String amount) throws IOException {
    Path file = directory.resolve("request.json");
    Files.writeString(
        file,
        """
        {"reference": "%s", "amount": "%s", "currency": "KES", "provider": "quick",
         "beneficiary": {"name": "Amina Wanjiru", "country": "KE", "method": "bank_account",
           "bank_account": {"account_number": "001234%s", "bank_code": "01"}},
         "sender": {"name": "Jon Doe", "country": "GB"}}"""
            .formatted(reference, amount, ending));
    return file.toString();
  }

  private static Path program() {
    return COMPILED.resolve("pay.js");
  }

  private static URI server() {
    return URI.create(RestAssured.baseURI + ":" + RestAssured.port);
  }
}
