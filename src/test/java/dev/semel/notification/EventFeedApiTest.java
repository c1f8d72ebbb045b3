// The event feed, over HTTP: a payout's whole life, and what a reader can rely on.
package dev.semel.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.domain.EventType;
import dev.semel.security.CreateCredential;
import dev.semel.security.Permission;
import dev.semel.testing.Contract;
import dev.semel.testing.Tenant;
import dev.semel.testing.Wait;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
class EventFeedApiTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final JsonMapper JSON = new JsonMapper();

  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private Tenant tenant;

  @BeforeEach
  void makeTenant() {
    tenant = Tenant.create(credentials, database);
  }

  // What lies between depends on how fast the machine is; the history says what it was.
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "accepts, 0001, paid",
    "reset after accepting, 0004, paid",
    "account closed, 0011, failed",
    "our balance is short, 0015, held"
  })
  void a_payout_is_told_from_beginning_to_end_each_change_once(
      String name, String ending, String status) throws Exception {
    String id = create("quick", ending, "cleared");

    List<JsonNode> events = followUntil(status);

    assertThat(texts(events, "/payout_id")).containsOnly(id);
    assertThat(texts(events, "/type"))
        .startsWith("payout.created", "payout.submitting")
        .endsWith("payout." + status);
    assertThat(texts(events, "/data/payout/status")).isEqualTo(historyStatuses(id));
    assertThat(texts(events, "/id")).doesNotHaveDuplicates().isSubsetOf(historyIds(id));
    ObjectNode last = (ObjectNode) events.getLast().at("/data/payout");
    assertThat(last.at("/beneficiary/bank_account/account_number").textValue())
        .isEqualTo("******" + ending);
    ObjectNode now = (ObjectNode) JSON.readTree(read("/v1/payouts/" + id).asString());
    // A word of the partner's that comes late changes nothing but this.
    now.set("updated_at", last.get("updated_at"));
    assertThat(last).isEqualTo(now);
  }

  @Test
  void funding_and_what_people_do_is_told_too() throws Exception {
    String id = create("quick", "0001", "pending");
    act("/v1/ops/payouts/" + id + "/hold");
    act("/v1/ops/payouts/" + id + "/release");
    act("/v1/payouts/" + id + "/cancel");
    assertThat(texts(followUntil("cancelled"), "/type"))
        .containsExactly(
            "payout.created", "payout.held", "payout.awaiting_funds", "payout.cancelled");
  }

  @Test
  void that_nobody_knows_what_became_of_a_payout_is_told_once() throws Exception {
    create("silent", "0018", "cleared");
    List<JsonNode> events = followUntilType("payout.unresolved");
    assertThat(texts(events, "/type"))
        .containsExactly(
            "payout.created",
            "payout.submitting",
            "payout.submission_unknown",
            "payout.unresolved");
    assertThat(events.getLast().at("/data/payout/status").textValue())
        .isEqualTo("submission_unknown");
  }

  @Test
  void a_reader_goes_on_after_the_last_event_that_it_has() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      ids.add(create("quick", "0001", "pending"));
    }
    Response first = read("/v1/events?limit=2");
    first.then().body("data.payout_id", equalTo(ids.subList(0, 2)));
    String cursor = first.path("next_cursor");
    assertThat(cursor).isEqualTo(first.path("data[1].id")).isEqualTo(first.path("resume_after"));
    Response second = read("/v1/events?limit=3&after=" + cursor);
    second
        .then()
        .body("data.payout_id", equalTo(ids.subList(2, 5)))
        .body("next_cursor", nullValue());
    String last = second.path("data[2].id");
    for (int i = 0; i < 2; i++) {
      read("/v1/events?after=" + last)
          .then()
          .statusCode(200)
          .body("data", empty())
          .body("next_cursor", nullValue())
          .body("resume_after", equalTo(last));
    }
    String sixth = create("quick", "0001", "pending");
    read("/v1/events?after=" + last).then().body("data.payout_id", equalTo(List.of(sixth)));
    read("/v1/events?after=" + cursor).then().body("data", hasSize(4));
  }

  @Test
  void an_empty_feed_says_so() {
    read("/v1/events")
        .then()
        .statusCode(200)
        .body("data", empty())
        .body("next_cursor", nullValue())
        .body("resume_after", nullValue());
  }

  @Test
  void one_type_can_be_followed_past_all_the_others() {
    String cancelled = create("quick", "0001", "pending");
    act("/v1/payouts/" + cancelled + "/cancel");
    create("quick", "0001", "pending");
    Response page = read("/v1/events?type=payout.cancelled");
    page.then()
        .body("data.payout_id", equalTo(List.of(cancelled)))
        .body("next_cursor", nullValue());
    Response all = read("/v1/events");
    assertThat(page.<String>path("resume_after")).isEqualTo(all.path("data[2].id"));
    read("/v1/events?type=payout.cancelled&after=" + page.path("resume_after"))
        .then()
        .body("data", empty())
        .body("resume_after", equalTo(all.path("data[2].id")));
    String another = create("quick", "0001", "pending");
    act("/v1/payouts/" + another + "/cancel");
    read("/v1/events?type=payout.cancelled&after=" + page.path("resume_after"))
        .then()
        .body("data.payout_id", equalTo(List.of(another)));
  }

  @Test
  void another_tenants_events_are_never_shown_and_not_even_known() {
    create("quick", "0001", "pending");
    String mine = read("/v1/events").path("data[0].id");
    Tenant other = Tenant.create(credentials, database);
    other.request().get("/v1/events").then().body("data", empty());
    Response theirs = other.request().get("/v1/events?after=" + mine);
    Response nobodys = other.request().get("/v1/events?after=" + "evt_01jdxyz418q4w6t9v2b5n7k1ac");
    theirs
        .then()
        .statusCode(422)
        .body("type", equalTo("/problems/validation-failed"))
        .body("errors.parameter", equalTo(List.of("after")));
    assertThat(theirs.<Object>path("errors")).isEqualTo(nobodys.path("errors"));
    assertThat(theirs.<String>path("detail")).isEqualTo(nobodys.path("detail"));
  }

  @Test
  void all_faults_of_the_query_are_told_at_once() {
    read("/v1/events?after=yesterday&type=payout.lost&limit=0&since=1")
        .then()
        .statusCode(422)
        .body("errors.parameter", equalTo(List.of("limit", "after", "type", "since")));
  }

  @Test
  void the_feed_needs_its_permission() {
    Tenant reader = Tenant.operator(credentials, database, List.of(Permission.PAYOUTS_READ));
    reader.request().get("/v1/events").then().statusCode(403);
  }

  @Test
  void the_contract_and_the_program_have_the_same_types() {
    assertThat(Contract.load().document().at("/components/schemas/EventType/enum"))
        .map(JsonNode::asText)
        .containsExactlyElementsOf(
            Arrays.stream(EventType.values()).map(EventType::wireName).toList());
  }

  /** Polls as a client does, one event a page, until a payout has come to a status. */
  private List<JsonNode> followUntil(String status) throws Exception {
    return follow(event -> event.at("/data/payout/status").textValue().equals(status));
  }

  private List<JsonNode> followUntilType(String type) throws Exception {
    return follow(event -> event.path("type").textValue().equals(type));
  }

  private List<JsonNode> follow(java.util.function.Predicate<JsonNode> end) throws Exception {
    List<JsonNode> events = new ArrayList<>();
    return Wait.until(
        "the end of the payout",
        PATIENCE,
        () -> {
          String after =
              events.isEmpty() ? "" : "&after=" + events.getLast().path("id").textValue();
          JSON.readTree(read("/v1/events?limit=1" + after).asString())
              .path("data")
              .forEach(events::add);
          return events;
        },
        seen -> !seen.isEmpty() && end.test(seen.getLast()));
  }

  private static List<String> texts(List<JsonNode> events, String pointer) {
    return events.stream().map(event -> event.at(pointer).textValue()).toList();
  }

  /** The statuses that a payout came through, by its history. */
  private List<String> historyStatuses(String id) {
    List<String> statuses = new ArrayList<>();
    List<String> to = read("/v1/payouts/" + id + "/events?limit=100").path("data.to");
    for (String status : to) {
      if (status != null && (statuses.isEmpty() || !statuses.getLast().equals(status))) {
        statuses.add(status);
      }
    }
    return statuses;
  }

  private List<String> historyIds(String id) {
    return read("/v1/payouts/" + id + "/events?limit=100").path("data.id");
  }

  private String create(String provider, String ending, String funding) {
    String body =
        """
        {"reference": "%s", "amount": "125.50", "currency": "KES", "funding": "%s", "provider": "%s",
         "beneficiary": {"name": "Amina Wanjiru", "country": "KE", "method": "bank_account",
                         "bank_account": {"account_number": "001234%s", "bank_code": "01"}}}"""
            .formatted(UUID.randomUUID(), funding, provider, ending);
    Response created = tenant.request(UUID.randomUUID().toString(), body).post("/v1/payouts");
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    return created.path("id");
  }

  private void act(String path) {
    tenant
        .request(UUID.randomUUID().toString(), "{\"reason\": \"A person decided so.\"}")
        .post(path)
        .then()
        .statusCode(200);
  }

  private Response read(String path) {
    return tenant.request().get(path);
  }
}
