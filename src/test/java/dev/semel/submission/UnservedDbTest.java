// People are told of payouts whose provider no server is connected to any more.
package dev.semel.submission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.security.CreateCredential;
import dev.semel.testing.PayoutRow;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class UnservedDbTest {
  @Inject WatchUnserved watchUnserved;
  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private Tenant tenant;

  @BeforeEach
  void someone() {
    tenant = Tenant.create(credentials, database);
  }

  @Test
  void payouts_that_nobody_has_served_for_long_are_told_of_once_for_each_provider() {
    for (String state : List.of("ready", "sent", "submission_unknown")) {
      overdue("vanished", state);
    }
    overdue("other-gone", "submission_unknown");

    watchUnserved.watch();
    watchUnserved.watch();

    assertThat(alerts())
        .extracting(alert -> alert.get("kind") + " " + alert.get("provider"))
        .containsExactlyInAnyOrder(
            "provider_not_connected vanished", "provider_not_connected other-gone");
    assertThat(tenant.request().get("/v1/ops/alerts").<List<Integer>>path("data.times"))
        .allMatch(times -> times >= 2);
    assertThat(alerts().toString())
        .contains("3 payouts at vanished", "at least one server is not connected to it");
  }

  @Test
  void the_alert_ends_when_nothing_is_overdue_there_any_more_and_goes_on_when_it_is_again() {
    PayoutRow payout = overdue("came-back", "sent");
    watchUnserved.watch();
    assertThat(alerts()).extracting(alert -> alert.get("over_at")).containsOnlyNulls();

    payout.change("due_at = now() + interval '1 hour'");
    watchUnserved.watch();
    assertThat(alerts()).extracting(alert -> alert.get("over_at")).doesNotContainNull();

    payout.change("due_at = now() - interval '1 hour'");
    watchUnserved.watch();
    assertThat(alerts()).hasSize(1);
    assertThat(alerts()).extracting(alert -> alert.get("over_at")).containsOnlyNulls();
  }

  @Test
  void what_is_overdue_for_a_moment_or_is_served_is_told_to_nobody() {
    PayoutRow.write(database, tenant, "vanished", "ready", "");
    PayoutRow held = overdue("vanished", "ready");
    held.change("state = 'held', hold_reason = 'operator', due_at = NULL");

    watchUnserved.watch();

    assertThat(alerts()).isEmpty();
  }

  private PayoutRow overdue(String provider, String state) {
    PayoutRow payout = PayoutRow.write(database, tenant, provider, state, "");
    payout.change("due_at = now() - interval '1 hour'");
    return payout;
  }

  private List<Map<String, Object>> alerts() {
    return tenant.request().get("/v1/ops/alerts").path("data");
  }
}
