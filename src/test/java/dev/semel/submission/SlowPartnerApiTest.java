// A partner that takes its time keeps nobody else waiting, and no connection to the database.
package dev.semel.submission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.security.CreateCredential;
import dev.semel.testing.ApiClient;
import dev.semel.testing.Partner;
import dev.semel.testing.PartnersResource;
import dev.semel.testing.Tenant;
import dev.semel.testing.Wait;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

@QuarkusTest
class SlowPartnerApiTest {
  private static final int PAYOUTS = 50;
  private static final Duration SLOW = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String ACCOUNT = "0077110001";

  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private final Partner partner = PartnersResource.partner();

  @Test
  void j_11_fifty_calls_that_wait_for_the_partner_hold_no_connection_and_slow_no_reader_down()
      throws Exception {
    Tenant tenant = Tenant.create(credentials, database);
    ApiClient client =
        new ApiClient(URI.create(RestAssured.baseURI + ":" + RestAssured.port), tenant.token());
    partner.tell(
        "/faults",
        "{\"match\": {\"account\": \"%s\"}, \"fault\": \"slow_answer\", \"times\": %d, \"params\": {\"ms\": %d}}"
            .formatted(ACCOUNT, PAYOUTS, SLOW.toMillis()));
    List<String> ids = createAtOnce(client);
    Wait.until(
        "all calls under way", PATIENCE, () -> count(tenant, "submitting"), all -> all == PAYOUTS);

    List<Duration> times = new ArrayList<>();
    int samples = 0;
    int idleInTransaction = 0;
    while (count(tenant, "submitting") == PAYOUTS && samples < 200) {
      long began = System.nanoTime();
      assertThat(client.get("/v1/payouts/" + ids.get(samples % PAYOUTS)).status()).isEqualTo(200);
      times.add(Duration.ofNanos(System.nanoTime() - began));
      idleInTransaction += waitingInTransaction();
      samples++;
    }

    assertThat(samples).as("looks while all of them waited").isGreaterThan(20);
    assertThat(idleInTransaction).isZero();
    Duration p95 = times.stream().sorted().toList().get(samples * 95 / 100);
    assertThat(p95).isLessThan(SLOW.dividedBy(5));
    Wait.until("their answers", PATIENCE, () -> count(tenant, "paid"), all -> all == PAYOUTS);
  }

  /** Together, so that none has its answer before the last is asked for. */
  private static List<String> createAtOnce(ApiClient client) throws Exception {
    String payouts =
        IntStream.range(0, PAYOUTS)
            .mapToObj(_ -> payout(UUID.randomUUID().toString()))
            .collect(Collectors.joining(", "));
    ApiClient.Answer created =
        client.post(
            "/v1/payout-batches", UUID.randomUUID().toString(), "{\"payouts\": [" + payouts + "]}");
    assertThat(created.status()).as(created.text()).isEqualTo(201);
    return created.json().path("payouts").findValuesAsText("id");
  }

  private static String payout(String reference) {
    return """
    {"reference": "%s", "amount": "125.50", "currency": "KES", "provider": "bulk", \
    "beneficiary": {"name": "Amina Wanjiru", "country": "KE", "method": "bank_account", \
    "bank_account": {"account_number": "%s", "bank_code": "01"}}, "sender": {"name": "Jon Doe", "country": "GB"}}"""
        .formatted(reference, ACCOUNT);
  }

  private int count(Tenant tenant, String state) throws SQLException {
    return number(
        "SELECT count(*) FROM payout WHERE tenant_id = '%s' AND state = '%s'"
            .formatted(tenant.id(), state));
  }

  /** Connections whose transaction has been open, and idle, for longer than any of ours may be. */
  private int waitingInTransaction() throws SQLException {
    return number(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction' AND state_change < now() - interval '1 second'");
  }

  private int number(String query) throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
