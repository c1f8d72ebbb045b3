// What belongs to another tenant looks as if it did not exist, in every operation of the contract.
package dev.semel.testing.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.security.CreateCredential;
import dev.semel.testing.Contract;
import dev.semel.testing.Operation;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The operations, and the ids that each of them takes, come from the contract. For an operation
 * with a new kind of id the test fails until {@link Belongings} makes one.
 */
@QuarkusTest
class TenantIsolationApiTest {

  private static final JsonMapper JSON = new JsonMapper();

  /** What only the operator has. */
  private static final Set<String> RUN_BY_THE_OPERATOR =
      Set.of(
          "getReconciliation",
          "getReport",
          "downloadReport",
          "verifyReport",
          "releaseReport",
          "rejectReport");

  @Inject CreateCredential credentials;
  @Inject DataSource database;
  @Inject InstantSource clock;

  private final Contract contract = Contract.load();
  private final Harvest harvest = new Harvest();
  private Tenant owner;
  private Tenant stranger;
  private Tenant operator;
  private Belongings belongings;
  private String mark;

  @BeforeEach
  void giveTheOwnerOneOfEverything() throws Exception {
    owner = Tenant.create(credentials, database);
    stranger = Tenant.create(credentials, database);
    operator = Tenant.operator(credentials, database);
    mark = "Mk" + owner.id().substring(owner.id().length() - 8) + "Z";
    belongings = new Belongings(contract, owner, mark, clock, database);
    belongings.make();
    belongings.gather(harvest);
    reconcile();
    TenantRows.awaitRest(database, owner);
  }

  @Test
  void s_08_another_tenants_id_is_the_very_404_of_an_unknown_one_in_every_operation()
      throws Exception {
    List<String> before = TenantRows.of(database, owner);
    for (Operation operation : withIds()) {
      Response foreign = call(stranger, operation, idOf(operation), UUID.randomUUID().toString());
      Response unknown =
          call(stranger, operation, unknownLike(idOf(operation)), UUID.randomUUID().toString());

      assertThat(foreign.statusCode()).as("%s: %s", operation, foreign.asString()).isEqualTo(404);
      assertThat(told(foreign)).as(operation.toString()).isEqualTo(told(unknown));
    }
    assertThat(TenantRows.of(database, owner)).isEqualTo(before);
  }

  @Test
  void s_08_another_tenants_key_replays_nothing() throws Exception {
    for (Operation operation : withIds()) {
      if (!operation.method().equals("get")
          && !ends(operation)
          && !RUN_BY_THE_OPERATOR.contains(operation.id())) {
        String key = "shared-" + operation.id();
        Response own = call(owner, operation, idOf(operation), key);
        assertThat(own.statusCode()).as("%s: %s", operation, own.asString()).isNotEqualTo(404);

        Response theirs = call(stranger, operation, idOf(operation), key);

        assertThat(theirs.statusCode()).as(operation.toString()).isEqualTo(404);
        assertThat(theirs.header("Idempotent-Replayed")).isNull();
      }
    }
    String body =
        JSON.writeValueAsString(Belongings.unique(belongings.example(operation("createPayout"))));
    Response ours = owner.request("shared", body).post("/v1/payouts");
    Response theirs = stranger.request("shared", body).post("/v1/payouts");
    assertThat(ours.statusCode()).isEqualTo(201);
    assertThat(theirs.statusCode()).isEqualTo(201);
    assertThat(theirs.header("Idempotent-Replayed")).isNull();
    assertThat(theirs.<String>path("id")).isNotEqualTo(ours.path("id"));
  }

  @Test
  void s_08_another_tenants_ids_references_and_cursors_filter_nothing_out_of_theirs()
      throws Exception {
    for (Operation list : belongings.lists()) {
      for (JsonNode declared : list.node().path("parameters")) {
        JsonNode parameter = contract.resolve(declared);
        for (String value : theirs(list, parameter)) {
          Response page =
              stranger
                  .request()
                  .queryParam(parameter.path("name").asText(), value)
                  .get(list.template());
          assertThat(page.statusCode()).as("%s %s", list, value).isIn(200, 422);
          assertThat(page.asString().replace(value, ""))
              .as("%s %s", list, value)
              .doesNotContain(mark)
              .doesNotContain(harvest.ids("^[a-z]+_"));
        }
      }
    }
  }

  @Test
  void s_08_the_operator_sees_of_others_their_calls_and_messages_alone() throws Exception {
    List<String> before = TenantRows.of(database, owner);
    for (Operation operation : withIds()) {
      if (!Leaks.OPERATORS.contains(operation.id())
          && !RUN_BY_THE_OPERATOR.contains(operation.id())) {
        Response answer = call(operator, operation, idOf(operation), UUID.randomUUID().toString());
        assertThat(answer.statusCode()).as("%s: %s", operation, answer.asString()).isEqualTo(404);
      }
    }
    for (Operation list : belongings.lists()) {
      if (!Leaks.OPERATORS.contains(list.id())) {
        assertThat(operator.request().get(list.template()).asString())
            .as(list.toString())
            .doesNotContain(mark)
            .doesNotContain(
                harvest.ids("^[a-z]+_").stream()
                    .filter(id -> !id.matches("(msg|rep|rec)_.*"))
                    .toList());
      }
    }
    assertThat(TenantRows.of(database, owner)).isEqualTo(before);
  }

  // ---- the operations ----

  /**
   * The operations with an id in the path that need a credential; what deletes comes last. A
   * provider is no tenant's: PausedProviderApiTest says who may pause one.
   */
  private List<Operation> withIds() {
    return contract.operations().stream()
        .filter(one -> one.template().contains("{") && !one.node().has("security"))
        .filter(one -> !one.template().startsWith("/v1/ops/providers/"))
        .sorted(Comparator.comparing(one -> one.method().equals("delete")))
        .toList();
  }

  private Operation operation(String id) {
    return contract.operations().stream()
        .filter(one -> one.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  /** Whether the owner could not go on after it. */
  private static boolean ends(Operation operation) {
    return operation.id().equals("revokeCredential");
  }

  /** An id of the owner's (or the operator's, where only they have some) that the path takes. */
  private String idOf(Operation operation) {
    String pattern = pattern(operation);
    List<String> ids = new ArrayList<>(harvest.ids(pattern));
    ids.remove(owner.credentialId());
    assertThat(ids)
        .as("Make something with an id like %s in Belongings, for %s", pattern, operation)
        .isNotEmpty();
    return ids.getFirst();
  }

  private String pattern(Operation operation) {
    for (JsonNode declared : operation.node().path("parameters")) {
      JsonNode parameter = contract.resolve(declared);
      if (parameter.path("in").asText().equals("path")) {
        return contract.resolve(parameter.path("schema")).path("pattern").asText();
      }
    }
    throw new AssertionError(operation + " declares no parameter of its path");
  }

  private static String unknownLike(String id) {
    return id.substring(0, id.length() - 6) + "zzzzzz";
  }

  private Response call(Tenant who, Operation operation, String id, String key) {
    RequestSpecification request =
        operation.node().has("requestBody")
            ? who.request(key, belongings.example(operation).toString())
            : operation.method().equals("get")
                ? who.request().accept("*/*")
                : who.request().header("Idempotency-Key", key);
    return request.request(
        operation.method().toUpperCase(Locale.ROOT),
        operation.template().replaceFirst("\\{[^}]+}", id));
  }

  /** All that an answer says but which path and which request it was. */
  private static String told(Response answer) throws Exception {
    ObjectNode body = (ObjectNode) JSON.readTree(answer.asString());
    body.remove(List.of("instance", "request_id"));
    List<String> headers = new ArrayList<>();
    answer
        .headers()
        .forEach(
            header -> {
              boolean varies =
                  Set.of("Request-Id", "RateLimit", "content-length").contains(header.getName());
              headers.add(header.getName() + ": " + (varies ? "…" : header.getValue()));
            });
    return answer.statusCode() + " " + headers.stream().sorted().toList() + " " + body;
  }

  /** What the owner has that a parameter of a list takes. */
  private List<String> theirs(Operation list, JsonNode parameter) throws Exception {
    String name = parameter.path("name").asText();
    JsonNode schema = contract.resolve(parameter.path("schema"));
    List<String> values = new ArrayList<>();
    if (!parameter.path("in").asText().equals("query")) {
      return values;
    }
    if (name.equals("cursor")) {
      Response page = owner.request().get(list.template() + "?limit=1");
      String cursor = page.path("next_cursor");
      if (cursor != null) {
        values.add(cursor);
      }
    } else if (schema.has("pattern")) {
      values.addAll(harvest.ids(schema.path("pattern").asText()));
    } else if (name.equals("reference") || name.equals("q")) {
      values.addAll(harvest.all("reference"));
    }
    return values;
  }

  /** A run of the reconciliation: only the operator has some. */
  private void reconcile() throws Exception {
    Response run =
        operator
            .request(
                UUID.randomUUID().toString(),
                "{\"provider\": \"quick\", \"business_date\": \"2026-11-0"
                    + (1 + Math.floorMod(mark.hashCode(), 9))
                    + "\"}")
            .post("/v1/ops/reconciliations");
    harvest.learn("createReconciliation", JSON.readTree(run.asString()));
    harvest.learn(
        "listReports", JSON.readTree(operator.request().get("/v1/ops/reports").asString()));
  }
}
