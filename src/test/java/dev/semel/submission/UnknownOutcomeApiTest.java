// Unknown outcomes that others have taken for something else, from the request to what was paid.
package dev.semel.submission;

import static dev.semel.submission.PayoutsOfOneTenant.body;
import static dev.semel.submission.PayoutsOfOneTenant.reference;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.domain.PayoutState;
import dev.semel.security.CreateCredential;
import dev.semel.simulator.Truth;
import dev.semel.testing.ApiClient;
import dev.semel.testing.Partner;
import dev.semel.testing.PartnersResource;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class UnknownOutcomeApiTest {
  /** Payouts whose tests mostly wait: all of them begin with the first test. */
  private static final Map<String, JsonNode> BEGUN = new HashMap<>();

  private static @Nullable Tenant tenant;

  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private final Partner partner = PartnersResource.partner();
  private PayoutsOfOneTenant payouts;

  @BeforeEach
  void becomeATenant() throws Exception {
    Tenant us = tenant == null ? Tenant.create(credentials, database) : tenant;
    tenant = us;
    URI server = URI.create(RestAssured.baseURI + ":" + RestAssured.port);
    payouts = new PayoutsOfOneTenant(new ApiClient(server, us.token()));
    if (BEGUN.isEmpty()) {
      for (String ending : List.of("0002", "0003", "0004", "0005", "0006", "0022")) {
        BEGUN.put(ending, payouts.create("quick", ending));
      }
    }
  }

  private static JsonNode begun(String ending) {
    return Objects.requireNonNull(BEGUN.get(ending));
  }

  private int timesPaid(JsonNode payout) throws Exception {
    return partner.truth(reference(payout)).map(Truth::timesPaid).orElse(0);
  }

  @Test
  void u_01_a_time_out_is_no_failure_and_the_payout_that_is_there_is_adopted() throws Exception {
    JsonNode payout = begun("0002");
    payouts.await(payout, "paid");
    assertThat(payouts.types(payout))
        .containsSubsequence("claimed", "outcome_unknown", "lookup_found")
        .doesNotContain("refused", "absence_confirmed");
    assertThat(partner.submissions(reference(payout))).hasSize(1);
    assertThat(timesPaid(payout)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0003", "0004", "0005", "0006"})
  void u_02_what_was_recorded_and_answered_badly_is_asked_for_once(String ending) throws Exception {
    JsonNode payout = begun(ending);
    payouts.await(payout, "paid");
    assertThat(payouts.types(payout)).containsSubsequence("outcome_unknown", "lookup_found");
    assertThat(partner.submissions(reference(payout))).hasSize(1);
    assertThat(timesPaid(payout)).isEqualTo(1);
  }

  @Test
  void u_09_a_duplicate_is_looked_up_and_adopted_under_the_reference_it_has() throws Exception {
    JsonNode payout = begun("0022");
    JsonNode paid = payouts.await(payout, "paid");
    assertThat(payouts.types(payout)).containsSubsequence("duplicate_reference", "lookup_found");
    assertThat(paid.path("client_reference")).isEqualTo(payout.path("client_reference"));
    assertThat(partner.submissions(reference(payout))).hasSize(2);
    assertThat(timesPaid(payout)).isEqualTo(1);
  }

  @Test
  void u_13_the_payouts_of_a_batch_are_asked_for_one_by_one_and_each_has_its_own_outcome()
      throws Exception {
    String batch = UUID.randomUUID().toString();
    String[] wishes = {
      body(batch + "-a", "quick", "0001", ""),
      body(batch + "-b", "quick", "0003", ""),
      body(batch + "-c", "quick", "0011", ""),
      body(batch + "-d", "silent", "0018", "")
    };
    ApiClient.Answer answer =
        payouts
            .client()
            .post("/v1/payout-batches", batch, "{\"payouts\": [" + String.join(",", wishes) + "]}");
    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    List<JsonNode> created = new ArrayList<>();
    answer.json().path("payouts").forEach(created::add);

    payouts.await(created.get(0), "paid");
    payouts.await(created.get(1), "paid");
    payouts.await(created.get(2), "failed");
    assertThat(payouts.awaitCase(created.get(3))).isEqualTo("submission_unresolved");
    assertThat(payouts.status(created.get(3))).isEqualTo("submission_unknown");
    for (JsonNode payout : created) {
      List<JsonNode> sent = partner.submissions(reference(payout));
      assertThat(sent).hasSize(1);
      String request = sent.getFirst().path("body").asText();
      assertThat(created.stream().filter(other -> request.contains(reference(other)))).hasSize(1);
    }
  }

  @Test
  void u_22_a_second_wish_for_the_same_reference_is_told_of_the_first_while_that_goes_on()
      throws Exception {
    JsonNode payout = payouts.create("quick", "0002");
    String wanted = payout.path("reference").textValue();
    ApiClient.Answer again =
        payouts
            .client()
            .post("/v1/payouts", UUID.randomUUID().toString(), body(wanted, "quick", "0002", ""));
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.json().path("payout_id")).isEqualTo(payout.path("id"));
    payouts.await(payout, "paid");
    assertThat(partner.submissions(reference(payout))).hasSize(1);
    assertThat(timesPaid(payout)).isEqualTo(1);
  }

  @Test
  void u_23_a_deadline_with_an_offset_is_the_instant_it_names() throws Exception {
    ZoneOffset india = ZoneOffset.ofHoursMinutes(5, 30);
    Instant inAnHour = Instant.now().plus(1, ChronoUnit.HOURS).truncatedTo(ChronoUnit.SECONDS);
    String deadline = OffsetDateTime.ofInstant(inAnHour, india).toString();
    String more = ", \"submit_before\": \"" + deadline + "\"";
    // Read as UTC it would be later; read as the server's clock it might have passed.
    JsonNode payout = payouts.create("quick", "0001", more);
    assertThat(payout.path("submit_before").textValue()).isEqualTo(inAnHour.toString());
    payouts.await(payout, "paid");
    assertThat(partner.submissions(reference(payout))).hasSize(1);
  }

  @Test
  void u_23_whatever_it_is_doing_a_payout_shows_documented_states_alone() throws Exception {
    List<String> documented =
        Arrays.stream(PayoutState.values()).map(PayoutState::wireName).toList();
    JsonNode payout = payouts.create("quick", "0018");
    String status;
    do {
      status = payouts.status(payout);
      assertThat(documented).contains(status);
    } while (!status.equals("paid"));
  }
}
