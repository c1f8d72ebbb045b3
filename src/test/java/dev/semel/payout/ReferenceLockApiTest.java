// Waiting for another transaction that is accepting the same reference.
package dev.semel.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.security.CreateCredential;
import dev.semel.testing.ApiClient;
import dev.semel.testing.Tenant;
import dev.semel.testing.Wait;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class ReferenceLockApiTest {
  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private final String reference = UUID.randomUUID().toString();
  private Tenant tenant;

  @BeforeEach
  void becomeATenant() {
    tenant = Tenant.create(credentials, database);
  }

  @Test
  void who_waits_in_vain_is_told_to_try_again_and_then_succeeds() throws Exception {
    for (String path : List.of("/v1/payouts", "/v1/payout-batches")) {
      try (Connection other = acceptingTheReference()) {
        ApiClient.Answer refused = client().post(path, path, body(path));
        assertThat(refused.status()).as(refused.text()).isEqualTo(503);
        assertThat(refused.json().path("type").textValue()).isEqualTo("/problems/unavailable");
        assertThat(refused.header("Retry-After")).isPresent();
        other.rollback();
      }
      assertThat(count("payout")).isZero();
      assertThat(count("payout_batch")).isZero();
      ApiClient.Answer done = client().post(path, path, body(path));
      assertThat(done.status()).as(done.text()).isEqualTo(201);
      tenant = Tenant.create(credentials, database);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/payouts", "/v1/payout-batches"})
  void who_waits_for_one_that_commits_is_told_that_the_reference_is_taken(String path)
      throws Exception {
    try (Connection other = acceptingTheReference();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<ApiClient.Answer> waiting = threads.submit(() -> client().post(path, "k", body(path)));
      waiter(other);
      other.commit();
      ApiClient.Answer refused = waiting.get();
      assertThat(refused.status()).as(refused.text()).isEqualTo(409);
      assertThat(refused.json().path("type").textValue()).isEqualTo("/problems/reference-taken");
      assertThat(count("payout")).isEqualTo(1);
      assertThat(count("payout_batch")).isZero();
      ApiClient.Answer again = client().post(path, "k", body(path));
      assertThat(again.text()).isEqualTo(refused.text());
      assertThat(again.header("Idempotent-Replayed")).hasValue("true");
    }
  }

  @Test
  void a_batch_whose_connection_dies_half_way_leaves_nothing_and_the_key_free() throws Exception {
    String path = "/v1/payout-batches";
    try (Connection other = acceptingTheReference();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<ApiClient.Answer> waiting = threads.submit(() -> client().post(path, "k", body(path)));
      int waiter = waiter(other);
      try (var statement = other.createStatement()) {
        statement.execute("SELECT pg_terminate_backend(" + waiter + ")");
      }
      ApiClient.Answer failed = waiting.get();
      assertThat(failed.status()).as(failed.text()).isGreaterThanOrEqualTo(500);
      other.rollback();
    }
    assertThat(count("payout")).isZero();
    assertThat(count("payout_event")).isZero();
    assertThat(count("payout_batch")).isZero();
    ApiClient.Answer done = client().post(path, "k", body(path));
    assertThat(done.status()).as(done.text()).isEqualTo(201);
    assertThat(done.header("Idempotent-Replayed")).isEmpty();
    assertThat(count("payout")).isEqualTo(3);
  }

  /** The reference stands in the middle, so that others are stored before it. */
  private String body(String path) {
    return path.equals("/v1/payouts")
        ? BatchBody.payout(reference).toString()
        : BatchBody.of(List.of("0", reference, "~")).text();
  }

  /** Another transaction that has stored a payout of the reference and not committed yet. */
  private Connection acceptingTheReference() throws SQLException {
    Connection connection = database.getConnection();
    connection.setAutoCommit(false);
    try (var statement =
        connection.prepareStatement(
            """
            INSERT INTO payout (id, tenant_id, reference, state, version, amount, currency, funding_asked, funded, provider, beneficiary, sender, metadata, created_by)
            VALUES ('po_' || left(replace(?, '-', ''), 26), ?, ?, 'awaiting_funds', 1, 125.50, 'KES', 'pending', false, 'nowhere', '{}', '{}', '{}', ?)
            """)) {
      statement.setString(1, UUID.randomUUID().toString());
      statement.setString(2, tenant.id());
      statement.setString(3, reference);
      statement.setString(4, tenant.credentialId());
      statement.executeUpdate();
    }
    return connection;
  }

  /** The backend that waits for this connection's transaction, once there is one. */
  private static int waiter(Connection connection) throws Exception {
    return Wait.until(
        "a request that waits",
        Duration.ofSeconds(10),
        () -> {
          try (var statement = connection.createStatement();
              var rows =
                  statement.executeQuery(
                      "SELECT coalesce(max(pid), 0) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))")) {
            rows.next();
            return rows.getInt(1);
          }
        },
        pid -> pid > 0);
  }

  private ApiClient client() {
    return new ApiClient(URI.create(RestAssured.baseURI + ":" + RestAssured.port), tenant.token());
  }

  private long count(String table) throws SQLException {
    try (var connection = database.getConnection();
        var statement =
            connection.prepareStatement("SELECT count(*) FROM " + table + " WHERE tenant_id = ?")) {
      statement.setString(1, tenant.id());
      try (var rows = statement.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }
}
