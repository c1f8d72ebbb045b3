// Whose keys are whose: credentials and operations never meet each other's.
package dev.semel.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.security.CreateCredential;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class KeyScopeApiTest {

  private static final String KEY = "2026-10-01-001";
  private static final String CANCEL = "{\"reason\": \"no longer wanted\"}";

  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private Asker asker;

  @BeforeEach
  void becomeATenant() {
    asker = Asker.anew(credentials, database);
  }

  @Test
  void i_15_tenants_do_not_see_each_others_keys() {
    Asker other = new Asker(Tenant.create(credentials, database), asker.reference());
    Asker third = new Asker(Tenant.create(credentials, database), asker.reference());

    Response ours = asker.post(KEY, asker.payout("10.00", "pending"));
    Response same = other.post(KEY, other.payout("10.00", "pending"));
    Response different = third.post(KEY, third.payout("11.00", "pending"));

    assertThat(same.statusCode()).isEqualTo(201);
    assertThat(same.header("Idempotent-Replayed")).isNull();
    assertThat(same.path("id").toString()).isNotEqualTo(ours.path("id").toString());
    assertThat(different.statusCode()).isEqualTo(201);
    Asker.isReplayOf(ours, asker.post(KEY, asker.payout("10.00", "pending")));
  }

  @Test
  void i_15_two_credentials_of_one_tenant_do_not_see_each_others_keys() {
    Asker second = new Asker(second(asker.tenant()), UUID.randomUUID().toString());
    Response first = asker.post(KEY, asker.payout("10.00", "pending"));

    Response other = second.post(KEY, second.payout("11.00", "pending"));

    assertThat(other.statusCode()).as("another request: no 422").isEqualTo(201);
    Asker.isReplayOf(first, asker.post(KEY, asker.payout("10.00", "pending")));
    Asker.isReplayOf(other, second.post(KEY, second.payout("11.00", "pending")));
  }

  @Test
  void i_15_the_reference_stops_a_double_under_two_credentials_of_one_tenant() {
    Asker second = new Asker(second(asker.tenant()), asker.reference());
    String id = asker.create(KEY, asker.payout("10.00", "pending"));

    Response same = second.post(KEY, second.payout("10.00", "pending"));

    assertThat(same.statusCode()).isEqualTo(409);
    assertThat(same.header("Idempotent-Replayed")).isNull();
    assertThat(same.path("type").toString()).isEqualTo("/problems/reference-taken");
    assertThat(same.path("payout_id").toString()).isEqualTo(id);
    assertThat(asker.payouts()).isEqualTo(1);
  }

  @Test
  void i_15_a_key_that_somebody_guessed_first_is_of_no_use_to_them() {
    Asker guesser = Asker.anew(credentials, database);
    for (int i = 1; i <= 3; i++) {
      guesser.post("2026-10-01-00" + i, guesser.payout("99.00", "pending"));
    }
    Response ours = asker.post("2026-10-01-002", asker.payout("10.00", "pending"));
    assertThat(ours.statusCode()).isEqualTo(201);
    assertThat(ours.header("Idempotent-Replayed")).isNull();
  }

  @Test
  void i_16_a_key_means_another_thing_at_another_operation_and_is_refused_for_another_payout() {
    String first = asker.create("k", asker.payout("10.00", "pending"));
    Asker again = new Asker(asker.tenant(), asker.reference() + "-2");
    String second = again.create("k2", again.payout("10.00", "pending"));
    Response cancelled =
        asker.tenant().request("k", CANCEL).post("/v1/payouts/" + first + "/cancel");
    assertThat(cancelled.statusCode()).isEqualTo(200);
    assertThat(cancelled.header("Idempotent-Replayed")).isNull();

    Response other = asker.tenant().request("k", CANCEL).post("/v1/payouts/" + second + "/cancel");

    assertThat(other.statusCode()).isEqualTo(422);
    assertThat(other.path("type").toString()).isEqualTo("/problems/idempotency-key-reused");
    assertThat(asker.tenant().request().get("/v1/payouts/" + second).path("status").toString())
        .isEqualTo("awaiting_funds");
  }

  /** Another credential of the same tenant, made as people make one. */
  private static Tenant second(Tenant tenant) {
    Response made =
        tenant
            .request(
                UUID.randomUUID().toString(),
                "{\"name\": \"second\", \"permissions\": [\"all\"], \"reason\": \"a test\"}")
            .post("/v1/ops/credentials");
    assertThat(made.statusCode()).as(made.asString()).isEqualTo(201);
    return new Tenant(tenant.id(), made.path("id"), made.path("token"));
  }
}
