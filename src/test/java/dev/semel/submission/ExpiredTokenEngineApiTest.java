// A token that a partner no longer takes, through the whole server: what the payout shows of it.
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
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.net.URI;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ExpiredTokenEngineApiTest {

  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private final Partner partner = PartnersResource.partner();

  @Test
  void a_payout_whose_token_is_no_longer_taken_is_paid_once_in_one_try() throws Exception {
    Tenant tenant = Tenant.create(credentials, database);
    URI server = URI.create(RestAssured.baseURI + ":" + RestAssured.port);
    PayoutsOfOneTenant payouts = new PayoutsOfOneTenant(new ApiClient(server, tenant.token()));
    payouts.await(payouts.create("gated", "0001"), "paid");
    JsonNode second = payouts.create("gated", "0001");
    payouts.await(second, "paid");

    assertThat(payouts.types(second)).startsWith("created", "claimed", "accepted");
    assertThat(read("SELECT tries FROM payout WHERE id = ?", id(second))).containsExactly("1");
    assertThat(
            read(
                "SELECT operation || ' ' || status FROM provider_call WHERE payout_id = ? AND operation IN ('submit', 'prepare') ORDER BY id",
                id(second)))
        .containsExactly("submit 401", "prepare 200", "submit 201");
    assertThat(
            read(
                "SELECT CAST(provider_call AS text) FROM provider_call WHERE provider = ?",
                "gated"))
        .noneMatch(row -> row.contains("gate-token-"));
    assertThat(partner.truth(reference(second)).map(Truth::timesPaid)).contains(1);
  }

  private List<String> read(String query, String value) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement asked = connection.prepareStatement(query)) {
      asked.setString(1, value);
      List<String> found = new ArrayList<>();
      try (ResultSet rows = asked.executeQuery()) {
        while (rows.next()) {
          found.add(rows.getString(1));
        }
      }
      return found;
    }
  }
}
