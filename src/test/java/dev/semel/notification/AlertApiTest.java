// Alerts, over HTTP.
package dev.semel.notification;

import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import dev.semel.db.Tx;
import dev.semel.domain.AlertKind;
import dev.semel.payout.AlertDesk;
import dev.semel.security.CreateCredential;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class AlertApiTest {
  @Inject RaiseAlert raiseAlert;
  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private Tenant tenant;

  @BeforeEach
  void makeTenant() {
    tenant = Tenant.create(credentials, database);
  }

  @Test
  void an_alert_counts_until_somebody_acknowledges_it() {
    raise("paper");
    raise("paper");
    raise("other");
    tenant.request().get("/v1/ops/alerts").then().body("data.times", contains(1, 2));
    String id = tenant.request().get("/v1/ops/alerts").path("data[1].id");

    acknowledge(tenant, id)
        .then()
        .statusCode(200)
        .body("acknowledged_by", equalTo("credential:" + tenant.credentialId()))
        .body("acknowledged_at", notNullValue());
    acknowledge(tenant, id).then().statusCode(200);
    raise("paper");

    tenant.request().get("/v1/ops/alerts").then().body("data.times", contains(1, 1, 2));
  }

  @Test
  void what_an_alert_tells_of_is_over_until_it_is_raised_again() {
    raise("paper");
    tenant.request().get("/v1/ops/alerts").then().body("data.over_at", contains(nullValue()));
    over("other");
    tenant.request().get("/v1/ops/alerts").then().body("data.over_at", contains(nullValue()));
    over("paper");
    tenant.request().get("/v1/ops/alerts").then().body("data.over_at", contains(notNullValue()));
    raise("paper");
    tenant
        .request()
        .get("/v1/ops/alerts")
        .then()
        .body("data.over_at", contains(nullValue()))
        .body("data.times", contains(2));
  }

  private void over(String subject) {
    Tx.run(() -> raiseAlert.over(tenant.id(), AlertKind.BREAKER_OPEN, subject));
  }

  @Test
  void what_belongs_to_another_tenant_is_not_there() {
    raise("paper");
    String id = tenant.request().get("/v1/ops/alerts").path("data[0].id");
    Tenant other = Tenant.create(credentials, database);

    other.request().get("/v1/ops/alerts").then().body("data", hasSize(0));
    acknowledge(other, id).then().statusCode(404);
  }

  private void raise(String subject) {
    Tx.run(
        () ->
            raiseAlert.raise(
                new AlertDesk.NewAlert(
                    tenant.id(),
                    AlertKind.BREAKER_OPEN,
                    subject,
                    "paper",
                    null,
                    "Submissions stopped. Ask the partner.")));
  }

  private static io.restassured.response.Response acknowledge(Tenant tenant, String id) {
    return tenant
        .request(UUID.randomUUID().toString(), "{\"reason\": \"I see to it.\"}")
        .post("/v1/ops/alerts/" + id + "/acknowledge");
  }
}
