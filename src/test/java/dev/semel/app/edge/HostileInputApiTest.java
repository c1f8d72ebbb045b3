// Members that nobody may set, words that want to be more than words, and what refusals give away.
package dev.semel.app.edge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.security.CreateCredential;
import dev.semel.testing.Contract;
import dev.semel.testing.Operation;
import dev.semel.testing.RawHttp;
import dev.semel.testing.Tenant;
import io.quarkus.bootstrap.logging.InitialConfigurator;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.logging.Handler;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.Level;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class HostileInputApiTest {

  private static final Contract CONTRACT = Contract.load();
  private static final JsonMapper JSON = new JsonMapper();
  private static final List<String> WANTED =
      List.of(
          "id",
          "status",
          "state",
          "final",
          "version",
          "tenant",
          "tenant_id",
          "merchant_id",
          "client_reference",
          "provider_payout_id",
          "provider_reference",
          "attempt",
          "created_at",
          "updated_at",
          "paid_at",
          "fee",
          "approved_by",
          "assignee_id",
          "operator",
          "permissions_all",
          "__proto__",
          "constructor",
          "$ref",
          "@type",
          "a/b~c",
          "");

  /** An object whose members the client names itself. */
  private static final String FREE_MAP = "/metadata";

  /** What an answer must not hold: stacks, names of classes, SQL, paths of this machine. */
  private static final Pattern INSIDES =
      Pattern.compile(
          "\\bat [a-z]+(\\.[a-zA-Z]+)+\\(|[a-z]+\\.[a-zA-Z.]*(Exception|Error)\\b|io\\.(vertx|netty|quarkus)|"
              + "jakarta\\.|dev\\.semel|java\\.(lang|util)|org\\.[a-z]+\\.|\"stack\"|"
              + "SELECT |INSERT |UPDATE |PSQL|SQLSTATE|/usr/|/home/|\\.java:");

  @Inject CreateCredential credentials;
  @Inject DataSource database;
  private Tenant tenant;

  @BeforeEach
  void a_tenant() {
    tenant = Tenant.operator(credentials, database);
  }

  static Stream<Operation> changes() {
    return CONTRACT.operations().stream()
        .filter(operation -> operation.template().startsWith("/v1/"))
        .filter(operation -> !schema(operation).isMissingNode());
  }

  @ParameterizedTest
  @MethodSource("changes")
  void s_12_a_member_that_a_client_may_not_set_is_refused_at_every_level(Operation operation) {
    JsonNode sample = sample(operation);
    for (String at : objects(sample, "")) {
      ObjectNode body = sample.deepCopy();
      ObjectNode target = (ObjectNode) body.at(at);
      List<String> added =
          WANTED.stream().filter(name -> isForbidden(operation, sample, at, name)).toList();
      added.forEach(name -> target.put(name, "forged"));
      if (added.isEmpty()) {
        continue;
      }

      Response refused = send(operation, body.toString());

      assertThat(refused.statusCode()).as(refused.asString()).isEqualTo(422);
      assertThat(
              refused.jsonPath().getList("errors.findAll { it.code == 'unknown_member' }.pointer"))
          .as(operation + " at " + at)
          .containsAll(added.stream().map(name -> at + "/" + escaped(name)).toList());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\r\nSet-Cookie: x=1",
        "a\u001b[2Jb",
        "a\u202eb",
        "<img src=x onerror=alert(1)>",
        "\"}],\"status\":\"paid\""
      })
  void s_13_words_of_a_client_come_back_as_words(String words) throws IOException {
    ObjectNode body = (ObjectNode) JSON.readTree(payout());
    body.put("reference", UUID.randomUUID().toString().substring(0, 8) + words);
    ((ObjectNode) body.path("beneficiary")).put("name", "Amina " + words);

    Response created =
        tenant.request(UUID.randomUUID().toString(), body.toString()).post("/v1/payouts");

    assertThat(created.statusCode()).as(created.asString()).isIn(201, 422);
    assertThat(created.contentType()).contains("json");
    assertThat(created.header("Set-Cookie")).isNull();
    assertThat(created.asString())
        .doesNotContain("\r")
        .doesNotContain("\n")
        .doesNotContain("\u001b");
    if (created.statusCode() == 201) {
      JsonNode answered = JSON.readTree(created.asByteArray());
      assertThat(answered.path("reference").asText()).isEqualTo(body.path("reference").asText());
      assertThat(answered.path("status").asText()).isEqualTo("awaiting_funds");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Idempotency-Key", "Request-Id", "User-Agent", "Accept-Language"})
  void s_13_headers_of_a_client_do_nothing_to_answers(String name) throws IOException {
    for (String value :
        new String[] {"a\u001b[2Jb", "a\u00e2\u0080\u00aeb", "<img onerror=x>", "a\u0000b"}) {
      RawHttp.Reply reply =
          Requests.exchange(
              "POST /v1/payouts HTTP/1.1\r\n"
                  + Requests.HOST
                  + "Authorization: Bearer "
                  + tenant.token()
                  + "\r\n"
                  + Requests.JSON
                  + name
                  + ": "
                  + value
                  + "\r\n"
                  + Requests.length(2)
                  + "{}");
      assertThat(reply.status()).isBetween(400, 422);
      assertThat(reply.text()).doesNotContain(value).doesNotContain("\u001b");
      assertThat(reply.headers().toString()).doesNotContain(value);
    }
  }

  @Test
  void s_13_the_servers_own_log_makes_its_lines_safe() {
    List<Handler> handlers =
        Stream.of(InitialConfigurator.DELAYED_HANDLER.getHandlers())
            .filter(handler -> handler.getFormatter() != null)
            .toList();
    assertThat(handlers).isNotEmpty();
    for (Handler handler : handlers) {
      ExtLogRecord record =
          new ExtLogRecord(
              Level.ERROR,
              "a\r\nforged\u001b[2J\u202e",
              ExtLogRecord.FormatStyle.NO_FORMAT,
              "test");
      assertThat(handler.isLoggable(record)).isTrue();
      assertThat(handler.getFormatter().format(record))
          .contains("a\\r\\nforged\\u{1b}[2J\\u{202e}")
          .doesNotContain("\u001b[2J")
          .doesNotContain("\u202e");
    }
  }

  @Test
  void no_refusal_gives_away_what_is_inside() throws IOException {
    String known = "Authorization: Bearer " + tenant.token() + "\r\n";
    String post = "POST /v1/payouts HTTP/1.1\r\n" + Requests.HOST + known + Requests.JSON;
    List<String> requests = new ArrayList<>();
    requests.add("GET /%ZZ HTTP/1.1\r\n" + Requests.HOST + "\r\n");
    requests.add("GET /health/live HTTP/1.1\r\n\r\n");
    requests.add("GET / FTP/9\r\n\r\n");
    requests.add("GET /" + "a".repeat(9_000) + " HTTP/1.1\r\n" + Requests.HOST + "\r\n");
    requests.add("GET / HTTP/1.1\r\n" + Requests.HOST + "X: " + "a".repeat(20_000) + "\r\n\r\n");
    requests.add("GET /v1/payouts HTTP/1.1\r\n" + Requests.HOST + "\r\n");
    for (String path :
        List.of(
            "/none",
            "/v1/none",
            "/v1/payouts/'%20OR%201=1--",
            "/v1/payouts/%00",
            "/v1/payouts/%ff",
            "/v1/payouts?status='",
            "/v1/payouts?cursor=%00",
            "/v1/payouts?created_from=x",
            "/v1/payouts?limit=-1",
            "/v1/payouts?reference=%00",
            "/problems/none",
            "/v1/ops/payouts?q=%00",
            "/v1/ops/cases?kind=none")) {
      requests.add("GET " + path + " HTTP/1.1\r\n" + Requests.HOST + known + "\r\n");
      requests.add("DELETE " + path + " HTTP/1.1\r\n" + Requests.HOST + known + "\r\n");
    }
    requests.add("GET /v1/payouts HTTP/1.1\r\n" + Requests.HOST + known + "Accept: a/b\r\n\r\n");
    for (String body :
        List.of(
            "",
            "{",
            "[]",
            "null",
            "{\"a\":1,\"a\":2}",
            "{\"reference\":\"\\u0000\"}",
            "{\"amount\":1e999999999}",
            "{\"amount\":{}}",
            "\u00ff",
            "[".repeat(40))) {
      requests.add(post + Requests.length(body.length()) + body);
      requests.add(post + Requests.key() + Requests.length(body.length()) + body);
    }
    requests.add(post + Requests.key() + "Content-Encoding: br\r\n" + Requests.length(2) + "{}");
    requests.add(post + "Idempotency-Key: \"\r\n" + Requests.length(2) + "{}");
    requests.add(post + Requests.key() + "Transfer-Encoding: chunked\r\n\r\nZZ\r\n");
    requests.add("POST /webhooks/none HTTP/1.1\r\n" + Requests.HOST + Requests.length(2) + "{}");
    requests.add("POST /webhooks/quick HTTP/1.1\r\n" + Requests.HOST + Requests.length(2) + "{}");
    for (String request : requests) {
      RawHttp.Reply reply = Requests.exchange(request);
      String shown = request.lines().findFirst().orElse("") + " -> " + reply.text();
      assertThat(reply.status()).as(shown).isBetween(400, 431);
      assertThat(reply.text() + reply.headers()).as(shown).doesNotContainPattern(INSIDES);
      assertThat(reply.header("Content-Type")).as(shown).contains("application/problem+json");
    }
  }

  private Response send(Operation operation, String body) {
    String path = operation.template().replaceAll("\\{[^}]*}", "none");
    return tenant
        .request(UUID.randomUUID().toString(), body)
        .request(operation.method().toUpperCase(Locale.ROOT), path);
  }

  /** Whether the contract refuses a body for this member: free maps take any name. */
  private static boolean isForbidden(Operation operation, JsonNode sample, String at, String name) {
    ObjectNode body = sample.deepCopy();
    ((ObjectNode) body.at(at)).put(name, "forged");
    // Some members are taken with other values of the rest only: those are the operation's own.
    boolean known =
        at.isEmpty() && CONTRACT.resolve(schema(operation)).path("properties").has(name);
    return !at.endsWith(FREE_MAP)
        && !known
        && !sample.at(at).has(name)
        && !CONTRACT.violations(schema(operation), body).isEmpty();
  }

  private static JsonNode schema(Operation operation) {
    return CONTRACT
        .resolve(operation.node().path("requestBody"))
        .at("/content/application~1json/schema");
  }

  private static JsonNode sample(Operation operation) {
    JsonNode first =
        CONTRACT
            .resolve(operation.node().path("requestBody"))
            .at("/content/application~1json/examples")
            .iterator()
            .next();
    return CONTRACT.resolve(first).path("value");
  }

  /** The pointers of all objects in a body. */
  private static List<String> objects(JsonNode node, String at) {
    List<String> found = new ArrayList<>();
    if (node.isObject()) {
      found.add(at);
      node.properties()
          .forEach(
              member ->
                  found.addAll(objects(member.getValue(), at + "/" + escaped(member.getKey()))));
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        found.addAll(objects(node.get(i), at + "/" + i));
      }
    }
    return found;
  }

  private static String escaped(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }

  private static String payout() {
    return """
        {"reference": "x", "amount": "125.50", "currency": "KES", "funding": "pending",
         "beneficiary": {"name": "Amina Wanjiru", "country": "KE", "method": "bank_account",
          "bank_account": {"account_number": "0012345678", "bank_code": "01"}},
         "sender": {"name": "Jon Doe", "country": "GB"}, "purpose": "family_support"}
        """;
  }
}
