// Partners whose lookup is the same request again: what they receive, and when they no longer do.
package dev.semel.submission;

import static dev.semel.submission.PayoutsOfOneTenant.id;
import static dev.semel.submission.PayoutsOfOneTenant.reference;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.security.CreateCredential;
import dev.semel.simulator.Truth;
import dev.semel.testing.ApiClient;
import dev.semel.testing.Partner;
import dev.semel.testing.PartnersResource;
import dev.semel.testing.Tenant;
import dev.semel.testing.Wait;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.net.URI;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ResendAsLookupApiTest {

  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private final Partner partner = PartnersResource.partner();
  private PayoutsOfOneTenant payouts;

  @BeforeEach
  void becomeATenant() {
    Tenant tenant = Tenant.create(credentials, database);
    URI server = URI.create(RestAssured.baseURI + ":" + RestAssured.port);
    payouts = new PayoutsOfOneTenant(new ApiClient(server, tenant.token()));
  }

  private int timesPaid(JsonNode payout) throws Exception {
    return partner.truth(reference(payout)).map(Truth::timesPaid).orElse(0);
  }

  /**
   * A payout, and how many requests the partner notes down for it: one that is lost it does not.
   */
  private record Asked(String ending, int noted, JsonNode payout) {}

  private Asked ask(String ending, int noted) throws Exception {
    return new Asked(ending, noted, payouts.create("echo", ending));
  }

  @Test
  void the_same_request_again_tells_and_is_paid_once() throws Exception {
    // The first of them is the one of which the span is looked at.
    List<Asked> all = List.of(ask("0002", 2), ask("0003", 2), ask("0007", 1), ask("0018", 2));
    theSpanInWhichARequestMayBeWrittenEndsAfterTheResend(all.getFirst().payout());
    for (Asked one : all) {
      payouts.await(one.payout(), "paid");
      assertThat(payouts.types(one.payout()))
          .as(one.ending())
          .startsWith("created", "claimed", "outcome_unknown", "lookup_found")
          .doesNotContain("absence_confirmed");
      List<JsonNode> sent = partner.submissions(reference(one.payout()));
      assertThat(sent).as(one.ending()).hasSize(one.noted());
      assertThat(sent)
          .map(request -> request.path("body").textValue())
          .containsOnly(sent.getFirst().path("body").textValue());
      assertThat(timesPaid(one.payout())).as(one.ending()).isEqualTo(1);
    }
  }

  private void theSpanInWhichARequestMayBeWrittenEndsAfterTheResend(JsonNode payout)
      throws Exception {
    payouts.await(payout, "paid");
    Instant resent =
        Instant.parse(partner.submissions(reference(payout)).getLast().path("at").textValue());
    assertThat(lastPossibleSend(payout)).isAfterOrEqualTo(resent.minus(Duration.ofSeconds(1)));
  }

  private Instant lastPossibleSend(JsonNode payout) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement query =
            connection.prepareStatement(
                "SELECT last_possible_send FROM attempt WHERE payout_id = ?")) {
      query.setString(1, id(payout));
      try (ResultSet rows = query.executeQuery()) {
        assertThat(rows.next()).isTrue();
        return rows.getTimestamp(1).toInstant();
      }
    }
  }

  @Test
  void i_20_once_the_partner_may_have_forgotten_the_request_it_is_not_made_again()
      throws Exception {
    JsonNode payout = payouts.create("brief", "0018");
    assertThat(payouts.awaitCase(payout)).isEqualTo("submission_unresolved");
    assertThat(payouts.status(payout)).isEqualTo("submission_unknown");
    assertThat(partner.submissions(reference(payout))).hasSize(1);
    assertThat(timesPaid(payout)).isZero();
  }

  @Test
  void past_its_deadline_a_payout_is_not_sent_again_even_to_ask() throws Exception {
    JsonNode payout = overdueBeforeItsFirstLookup();
    assertThat(payouts.awaitCase(payout)).isEqualTo("submission_unresolved");
    assertThat(payouts.status(payout)).isEqualTo("submission_unknown");
    assertThat(partner.submissions(reference(payout))).hasSize(1);
    assertThat(timesPaid(payout)).isZero();
  }

  /** One whose deadline passes between its first request and its first lookup. */
  private JsonNode overdueBeforeItsFirstLookup() throws Exception {
    String inAnHour = Instant.now().truncatedTo(ChronoUnit.MILLIS).plusSeconds(3600).toString();
    for (int tries = 0; tries < 20; tries++) {
      JsonNode payout = payouts.create("echo", "0018", ", \"submit_before\": \"" + inAnHour + "\"");
      Wait.until(
          "a request",
          Duration.ofSeconds(30),
          () -> payouts.types(payout),
          types -> types.contains("outcome_unknown"));
      if (deadlinePasses(payout)) {
        return payout;
      }
    }
    throw new AssertionError("each was looked up before its deadline could pass");
  }

  private boolean deadlinePasses(JsonNode payout) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement change =
            connection.prepareStatement(
                "UPDATE payout SET submit_before = now(), due_at = now() WHERE id = ? AND lookups = 0"
                    + " AND state = 'submission_unknown' AND lease_until IS NULL")) {
      change.setString(1, id(payout));
      return change.executeUpdate() == 1;
    }
  }
}
