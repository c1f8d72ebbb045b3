// The TypeScript client of the guide, run by node through a network that loses what networks lose.
package dev.semel.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.security.CreateCredential;
import dev.semel.testing.ApiClient;
import dev.semel.testing.AtOnce;
import dev.semel.testing.FaultyProxy;
import dev.semel.testing.FaultyProxy.Fault;
import dev.semel.testing.NodeTools;
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
import java.util.EnumSet;
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
import org.junit.jupiter.params.provider.ValueSource;

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

  private Shop shop;

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
    shop = shop(directory);
  }

  private Shop shop(Path place) {
    return new Shop(Tenant.create(credentials, database), place, UUID.randomUUID().toString());
  }

  @Test
  void a_payout_is_created_and_followed_to_its_end() throws Exception {
    NodeTools.Result result = shop.pay(server().toString(), "0001");

    assertThat(result.output()).contains("accepted: po_").endsWith("status: paid\n");
    assertThat(result.status()).isEqualTo(DONE);
    shop.assertPaidOnce();
  }

  @Test
  void one_fault_of_the_network_is_got_over_with_the_same_key_and_one_submission()
      throws Exception {
    AtOnce.each(
        EnumSet.complementOf(
            EnumSet.of(
                Fault.NONE, Fault.ANSWER_HELD, Fault.TOO_MANY_FOR_LONG, Fault.REFUSED_EARLY)),
        fault -> {
          Shop one = shop(Files.createDirectory(directory.resolve(fault.name())));
          try (FaultyProxy proxy = new FaultyProxy(server(), fault)) {
            NodeTools.Result result = one.pay(proxy.address(), "0001");

            assertThat(result.status()).as(result.output()).isEqualTo(DONE);
            one.assertSameRequest(proxy, 2);
          }
          one.assertPaidOnce();
        });
  }

  @Test
  void retry_after_is_waited_for() throws Exception {
    try (FaultyProxy proxy = new FaultyProxy(server(), Fault.TOO_MANY)) {
      shop.pay(proxy.address(), "0001");

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
      NodeTools.Result result = shop.pay(proxy.address(), "0001");

      assertThat(result.status()).as(result.output()).isEqualTo(DONE);
      shop.assertSameRequest(proxy, 6);
    }
    shop.assertPaidOnce();
  }

  @Test
  void a_client_that_is_killed_after_the_server_committed_goes_on_with_its_stored_key()
      throws Exception {
    try (FaultyProxy proxy = new FaultyProxy(server(), Fault.ANSWER_HELD)) {
      Process first =
          node.start(shop.environment(proxy.address()), program(), "order", shop.request("0001"));
      try {
        Wait.until("the payout", Duration.ofSeconds(20), shop::payouts, all -> all.size() == 1);
      } finally {
        first.destroyForcibly();
      }
      assertThat(first.waitFor(10, TimeUnit.SECONDS)).isTrue();

      NodeTools.Result second = shop.pay(proxy.address(), "0001");

      assertThat(second.status()).as(second.output()).isEqualTo(DONE);
      shop.assertSameRequest(proxy, 2);
    }
    shop.assertPaidOnce();
  }

  @Test
  void an_action_whose_time_is_used_up_is_left_unknown_and_asked_for_again_later()
      throws Exception {
    try (FaultyProxy proxy =
        new FaultyProxy(server(), Fault.ANSWER_LOST, Fault.TOO_MANY_FOR_LONG)) {
      NodeTools.Result first = shop.pay(proxy.address(), "0001");
      assertThat(first.output()).startsWith("unknown: ");
      assertThat(first.status()).isEqualTo(AGAIN);

      NodeTools.Result second = shop.pay(proxy.address(), "0001");

      assertThat(second.status()).as(second.output()).isEqualTo(DONE);
      shop.assertSameRequest(proxy, 3);
    }
    shop.assertPaidOnce();
  }

  @Test
  void an_action_whose_end_is_stored_is_not_sent_again() throws Exception {
    try (FaultyProxy proxy = new FaultyProxy(server())) {
      shop.pay(proxy.address(), "0001");
      NodeTools.Result again = shop.pay(proxy.address(), "0001");

      assertThat(again.status()).as(again.output()).isEqualTo(DONE);
      shop.assertSameRequest(proxy, 1);
    }
    shop.assertPaidOnce();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Amina Wanjiru", "Zoe\u0308 Mu\u0308ller"})
  void a_lost_store_is_caught_by_the_reference_and_converges_on_the_payout_that_is_there(
      String name) throws Exception {
    String request = shop.request("125.50", "KES", beneficiary(name, "KE", "bank_account", "0001"));
    node.run(shop.environment(server().toString()), program(), "order", request);
    NodeTools.Result again = node.run(shop.withAnotherStore(), program(), "order", request);

    assertThat(again.output())
        .startsWith("accepted: " + shop.payouts().getFirst().path("id").asText());
    assertThat(again.status()).isEqualTo(DONE);
    shop.assertPaidOnce();
  }

  @ParameterizedTest
  @CsvSource({
    "KES, KE, KE, Peter Otieno,  bank_account",
    "KES, KE, KE, Amina Wanjiru, mobile_wallet",
    "EUR, DE, FR, Amina Wanjiru, bank_account"
  })
  void a_reference_that_is_taken_by_a_payout_to_somebody_else_is_refused(
      String currency, String theirs, String country, String name, String method) throws Exception {
    String taken = beneficiary("Amina Wanjiru", theirs, "bank_account", "0001");
    node.run(
        shop.environment(server().toString()),
        program(),
        "order",
        shop.request("125.50", currency, taken));
    String other = shop.request("125.50", currency, beneficiary(name, country, method, "0001"));
    NodeTools.Result result = node.run(shop.withAnotherStore(), program(), "order", other);

    assertThat(result.output()).startsWith("refused: /problems/reference-taken: ");
    assertThat(result.status()).isEqualTo(ENDED_OTHERWISE);
    shop.assertPaidOnce();
  }

  @Test
  void
      a_refusal_that_may_come_after_an_accepted_attempt_is_none_and_the_reference_finds_the_payout()
          throws Exception {
    try (FaultyProxy proxy = new FaultyProxy(server(), Fault.ANSWER_LOST, Fault.REFUSED_EARLY)) {
      NodeTools.Result result = shop.pay(proxy.address(), "0001");

      assertThat(result.output()).startsWith("accepted: po_");
      assertThat(result.status()).as(result.output()).isEqualTo(DONE);
      shop.assertSameRequest(proxy, 2);
    }
    shop.assertPaidOnce();
  }

  @Test
  void a_refusal_in_another_run_than_the_accepted_attempt_is_none_either() throws Exception {
    try (FaultyProxy proxy =
        new FaultyProxy(
            server(), Fault.ANSWER_LOST, Fault.TOO_MANY_FOR_LONG, Fault.REFUSED_EARLY)) {
      assertThat(shop.pay(proxy.address(), "0001").status()).isEqualTo(AGAIN);

      NodeTools.Result second = shop.pay(proxy.address(), "0001");

      assertThat(second.output()).startsWith("accepted: po_");
      assertThat(second.status()).as(second.output()).isEqualTo(DONE);
      shop.assertSameRequest(proxy, 3);
    }
    shop.assertPaidOnce();
  }

  @Test
  void a_refusal_leaves_the_action_unknown_while_an_earlier_attempt_may_be_on_its_way()
      throws Exception {
    try (FaultyProxy proxy =
        new FaultyProxy(server(), Fault.REQUEST_LOST, Fault.REFUSED_EARLY, Fault.REFUSED_EARLY)) {
      assertThat(shop.pay(proxy.address(), "0001").output()).startsWith("unknown: ");
      assertThat(shop.pay(proxy.address(), "0001").status()).isEqualTo(AGAIN);

      NodeTools.Result third = shop.pay(proxy.address(), "0001");

      assertThat(third.status()).as(third.output()).isEqualTo(DONE);
      shop.assertSameRequest(proxy, 4);
    }
    shop.assertPaidOnce();
  }

  @Test
  void a_refusal_is_final_when_the_server_said_of_every_earlier_attempt_that_it_did_nothing()
      throws Exception {
    try (FaultyProxy proxy =
        new FaultyProxy(server(), Fault.CAME_TOO_SLOWLY, Fault.REFUSED_EARLY)) {
      NodeTools.Result result = shop.pay(proxy.address(), "0001");

      assertThat(result.output()).startsWith("refused: /problems/validation-failed");
      assertThat(result.status()).isEqualTo(ENDED_OTHERWISE);
      shop.assertSameRequest(proxy, 2);
    }
    assertThat(shop.payouts()).isEmpty();
  }

  private static final String VERDICTS =
      """
      201 - false done done
      201 - true done done
      400 malformed-json false refused unknown
      404 not-found false refused unknown
      405 method-not-allowed false refused unknown
      406 not-acceptable false refused unknown
      413 content-too-large false refused unknown
      414 uri-too-long false refused unknown
      415 unsupported-media-type false refused unknown
      431 headers-too-large false refused unknown
      422 validation-failed false refused unknown
      422 of-a-later-version false refused unknown
      422 of-a-later-version true refused refused
      422 idempotency-key-reused false refused refused
      422 no-provider false refused refused
      409 reference-taken false refused refused
      409 payout-not-cancellable true refused refused
      409 idempotency-key-in-use false again again
      408 request-timeout false again again
      429 rate-limited false again again
      500 outcome-unknown false again again
      503 - false again again
      401 authentication-required false unknown unknown
      403 permission-denied false unknown unknown
      404 - false unknown unknown
      302 - false unknown unknown
      """;

  /**
   * Each line: status, problem, whether it was replayed; then the verdicts when sure and in doubt.
   */
  @Test
  void what_an_answer_decides_depends_on_whether_an_earlier_attempt_is_in_doubt() throws Exception {
    Path judge = COMPILED.resolve("judge.mjs");
    Files.writeString(
        judge,
        """
        import { judge } from "./retry.js";
        for (const line of process.argv[2].trim().split("\\n")) {
          const [status, slug, replayed] = line.split(" ");
          const problem = slug === "-" ? null : `/problems/${slug}`;
          const answer = { status: Number(status), problem, replayed: replayed === "true", retryAfter: null, body: "" };
          console.log(status, slug, replayed, judge(answer, false), judge(answer, true));
        }
        """);
    NodeTools.Result result = node.run(Map.of(), judge, VERDICTS);

    assertThat(result.output()).isEqualTo(VERDICTS);
  }

  @Test
  void a_token_that_is_not_taken_leaves_the_action_unknown() throws Exception {
    Map<String, String> revoked =
        shop.environment(
            server().toString(), Map.entry("SEMEL_TOKEN", "sm_nobody_0123456789abcdef"));
    NodeTools.Result refused = node.run(revoked, program(), "order", shop.request("0001"));
    assertThat(refused.status()).as(refused.output()).isEqualTo(AGAIN);

    NodeTools.Result mended = shop.pay(server().toString(), "0001");

    assertThat(mended.status()).as(mended.output()).isEqualTo(DONE);
    shop.assertPaidOnce();
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
      String file = shop.request(ending, amount);
      NodeTools.Result result =
          node.run(shop.environment(proxy.address()), program(), "order", file);

      assertThat(result.output()).contains(said);
      assertThat(result.status()).isEqualTo(ENDED_OTHERWISE);
      assertThat(proxy.posts()).hasSize(1);
    }
  }

  /**
   * Somebody who pays with the example client.
   *
   * @param directory where its actions are kept
   * @param reference of its one payout
   */
  private record Shop(Tenant tenant, Path directory, String reference) {
    NodeTools.Result pay(String address, String ending) throws Exception {
      return node.run(environment(address), program(), "order", request(ending));
    }

    /** Every attempt was the same request under the key that was stored. */
    void assertSameRequest(FaultyProxy proxy, int times) throws IOException {
      assertThat(proxy.posts()).hasSize(times);
      String stored = Files.readString(directory.resolve("actions").resolve("order.json"));
      for (FaultyProxy.Seen post : proxy.posts()) {
        assertThat(stored).contains("\"key\":\"" + post.key() + "\"");
        assertThat(post.body()).isEqualTo(proxy.posts().getFirst().body());
      }
    }

    /** One payout here, one submission and one payment there. */
    void assertPaidOnce() throws Exception {
      List<JsonNode> payouts = payouts();
      assertThat(payouts).map(one -> one.path("status").asText()).containsExactly("paid");
      String ours = payouts.getFirst().path("client_reference").textValue();
      assertThat(PartnersResource.partner().submissions(ours)).hasSize(1);
      assertThat(PartnersResource.partner().truth(ours).orElseThrow().timesPaid()).isEqualTo(1);
    }

    List<JsonNode> payouts() throws IOException, InterruptedException {
      return new ApiClient(server(), tenant.token()).pages("/v1/payouts?limit=100");
    }

    Map<String, String> withAnotherStore() {
      return environment(
          server().toString(),
          Map.entry("SEMEL_ACTIONS", directory.resolve("restored").toString()));
    }

    @SafeVarargs
    final Map<String, String> environment(String address, Map.Entry<String, String>... changes) {
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

    String request(String ending) throws IOException {
      return request(ending, "125.50");
    }

    String request(String ending, String amount) throws IOException {
      return request(amount, "KES", beneficiary("Amina Wanjiru", "KE", "bank_account", ending));
    }

    String request(String amount, String currency, String beneficiary) throws IOException {
      Path file = directory.resolve("request.json");
      Files.writeString(
          file,
          """
          {"reference": "%s", "amount": "%s", "currency": "%s", "provider": "quick",
           "beneficiary": %s, "sender": {"name": "Jon Doe", "country": "GB"}}"""
              .formatted(reference, amount, currency, beneficiary));
      return file.toString();
    }
  }

  private static String beneficiary(String name, String country, String method, String ending) {
    String details =
        method.equals("mobile_wallet")
            ? "{\"msisdn\": \"+25471100" + ending + "\"}"
            : "{\"account_number\": \"001234" + ending + "\", \"bank_code\": \"01\"}";
    return "{\"name\": \"%s\", \"country\": \"%s\", \"method\": \"%s\", \"%s\": %s}"
        .formatted(name, country, method, method, details);
  }

  private static Path program() {
    return COMPILED.resolve("pay.js");
  }

  private static URI server() {
    return URI.create(RestAssured.baseURI + ":" + RestAssured.port);
  }
}
