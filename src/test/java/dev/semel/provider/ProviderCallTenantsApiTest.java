// Whose calls to providers somebody sees.
package dev.semel.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.db.Ids;
import dev.semel.provider.ProviderCall.Operation;
import dev.semel.provider.ProviderCall.Phase;
import dev.semel.security.CreateCredential;
import dev.semel.testing.PayoutRow;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two tenants with a call each, and one about no payout at all. */
@QuarkusTest
class ProviderCallTenantsApiTest {
  private static final String CALLS = "/v1/ops/provider-calls";
  private static final String PROVIDER = "spare";

  @Inject ProviderCallStore calls;
  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private Tenant one;
  private Tenant other;
  private PayoutRow othersPayout;
  private String ofOne;
  private String ofOther;
  private String ofNobody;

  @BeforeEach
  void calls() {
    one = Tenant.create(credentials, database);
    other = Tenant.create(credentials, database);
    ofOne = record(Optional.of(payout(one).id()));
    othersPayout = payout(other);
    ofOther = record(Optional.of(othersPayout.id()));
    ofNobody = record(Optional.empty());
  }

  /** One that no worker asks about: there are no calls but those of the test. */
  private PayoutRow payout(Tenant tenant) {
    return PayoutRow.write(database, tenant, PROVIDER, "awaiting_funds", "");
  }

  private String record(Optional<String> payout) {
    return record(payout, "req-1");
  }

  private String record(Optional<String> payout, String request) {
    String id = Ids.next(Ids.Kind.PROVIDER_CALL);
    calls.record(
        new ProviderCall(
            id,
            PROVIDER,
            payout,
            payout.map(_ -> 1),
            Operation.SUBMIT,
            "POST",
            "http://nowhere/v1/payouts",
            Map.of(),
            Optional.of("{}"),
            Phase.ANSWERED,
            Optional.of(201),
            Map.of(),
            Optional.of("{}"),
            "accepted",
            Optional.empty(),
            Instant.now().truncatedTo(ChronoUnit.MICROS),
            Duration.ofMillis(1),
            request));
    return id;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "?limit=1",
        "?limit=100",
        "?limit=100&provider=spare",
        "?limit=100&outcome=accepted",
        "?limit=100&failed=false",
        "?limit=100&request_id=req-1"
      })
  void a_list_holds_those_of_ones_own_payouts_and_no_others(String query) {
    assertThat(listed(one, query)).containsExactly(ofOne);
    assertThat(listed(other, query)).containsExactly(ofOther);
  }

  @Test
  void the_payout_of_another_has_no_calls() {
    assertThat(listed(one, "?payout=" + othersPayout.id())).isEmpty();
    assertThat(listed(other, "?payout=" + othersPayout.id())).containsExactly(ofOther);
  }

  @Test
  void a_call_is_found_by_the_id_that_the_partner_was_sent() {
    String named = record(Optional.of(payout(one).id()), "req-of-the-partner");

    assertThat(listed(one, "?request_id=req-of-the-partner")).containsExactly(named);
    assertThat(listed(other, "?request_id=req-of-the-partner")).isEmpty();
    assertThat(one.request().queryParam("request_id", "a b").get(CALLS).statusCode())
        .isEqualTo(422);
  }

  @Test
  void the_call_of_another_can_not_be_told_from_one_that_is_not_there() {
    String none = Ids.next(Ids.Kind.PROVIDER_CALL);
    assertThat(read(one, ofOne).statusCode()).isEqualTo(200);
    for (String id : List.of(ofOther, ofNobody)) {
      Response answer = read(one, id);
      Response missing = read(one, none);
      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(withoutIds(answer)).isEqualTo(withoutIds(missing));
    }
  }

  private static String withoutIds(Response answer) {
    return answer.asString().replaceAll("(call_|req-)[0-9a-z]+", "id");
  }

  @Test
  void nobody_counts_the_calls_of_another() {
    assertThat(counted(one)).isEqualTo(1);
    assertThat(counted(Tenant.create(credentials, database))).isZero();
    assertThat(counted(Tenant.operator(credentials, database))).isGreaterThanOrEqualTo(3);
  }

  @Test
  void those_about_no_payout_are_for_who_runs_the_server() {
    Tenant operator = Tenant.operator(credentials, database);
    assertThat(read(operator, ofNobody).statusCode()).isEqualTo(200);
    assertThat(read(operator, ofOther).statusCode()).isEqualTo(200);
    assertThat(listed(operator, "?limit=100&provider=" + PROVIDER))
        .contains(ofOne, ofOther, ofNobody);
  }

  private static Response read(Tenant who, String id) {
    return who.request().get(CALLS + "/" + id);
  }

  private static int counted(Tenant who) {
    return who.request()
        .get("/v1/ops/providers")
        .path("data.find { it.name == '" + PROVIDER + "' }.last_hour.calls");
  }

  /** The ids on all pages. */
  private static List<String> listed(Tenant who, String query) {
    List<String> ids = new ArrayList<>();
    @Nullable String cursor = "";
    while (cursor != null) {
      Response page =
          who.request().get(CALLS + query + (cursor.isEmpty() ? "" : "&cursor=" + cursor));
      assertThat(page.statusCode()).isEqualTo(200);
      ids.addAll(page.path("data.id"));
      cursor = page.path("next_cursor");
    }
    return ids;
  }
}
