// How long a key lives, and what stops a double after that.
package dev.semel.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.security.CreateCredential;
import dev.semel.testing.Partner;
import dev.semel.testing.PartnersResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class KeyLifeApiTest {

  @Inject CreateCredential credentials;
  @Inject DataSource database;
  @Inject PurgeIdempotencyKeys purge;
  @Inject IdempotencyStore store;

  private final Partner partner = PartnersResource.partner();
  private Asker asker;

  @BeforeEach
  void becomeATenant() {
    asker = Asker.anew(credentials, database);
  }

  @Test
  void i_20_a_key_outlives_its_time_while_the_outcome_is_unknown() throws Exception {
    String body = asker.payout("silent", "0018", "10.00", "cleared");
    Response first = asker.post("k", body);
    JsonNode unknown = asker.await(first.path("id"), "submission_unknown");
    expire();

    purge.purge(_ -> true);

    Asker.isReplayOf(first, asker.post("k", body));
    assertThat(partner.submissions(unknown.path("client_reference").textValue())).hasSize(1);
  }

  @Test
  void i_20_after_its_time_the_reference_still_stops_a_double() throws Exception {
    String body = asker.payout("10.00", "cleared");
    String id = asker.create("k", body);
    asker.await(id, "paid");
    expire();
    purge.purge(_ -> true);
    assertThat(keys()).isZero();

    Response again = asker.post("k", body);

    assertThat(again.statusCode()).isEqualTo(409);
    assertThat(again.path("type").toString()).isEqualTo("/problems/reference-taken");
    assertThat(again.path("payout_id").toString()).isEqualTo(id);
    assertThat(asker.payouts()).isEqualTo(1);
    Asker.isPaidOnce(asker.await(id, "paid"));
  }

  @Test
  void i_20_a_key_past_its_time_is_free_although_nobody_has_purged_it() throws Exception {
    asker.await(asker.create("k", asker.payout("10.00", "cleared")), "paid");
    expire();
    Asker other = new Asker(asker.tenant(), asker.reference() + "-2");

    Response taken = other.post("k", other.payout("11.00", "pending"));

    assertThat(taken.statusCode()).as(taken.asString()).isEqualTo(201);
    assertThat(taken.header("Idempotent-Replayed")).isNull();
    Asker.isReplayOf(taken, other.post("k", other.payout("11.00", "pending")));
  }

  @Test
  void a_purge_leaves_what_is_not_over_yet() {
    Response first = asker.post("k", asker.payout("10.00", "pending"));
    purge.purge(_ -> true);
    Asker.isReplayOf(first, asker.post("k", asker.payout("10.00", "pending")));
  }

  @Test
  void a_purge_of_many_keys_rests_between_its_steps_and_ends_when_it_is_told_to() throws Exception {
    addExpired(2_500, "0 seconds");
    List<Duration> rests = new ArrayList<>();

    purge.purge(
        time -> {
          rests.add(time);
          return false;
        });
    assertThat(rests).hasSize(1).allMatch(Duration::isPositive);
    assertThat(keys()).isEqualTo(2_450);

    assertThat(purge.purge(_ -> true)).isGreaterThanOrEqualTo(2_450);
    assertThat(keys()).isZero();
  }

  @Test
  void a_purge_takes_a_thousand_keys_a_second_or_as_many_as_it_needs_to_keep_up() throws Exception {
    addExpired(300, "1 millisecond");
    List<Duration> rests = new ArrayList<>();

    new PurgeIdempotencyKeys(store, () -> 0)
        .purge(
            time -> {
              rests.add(time);
              return true;
            });

    // Before the first fifty there is nothing to tell how fast they expired.
    assertThat(rests)
        .containsSequence(Duration.ofMillis(50), Duration.ofMillis(25), Duration.ofMillis(25));
    assertThat(keys()).isZero();
  }

  @Test
  void keys_of_a_payout_that_is_not_final_do_not_stand_in_the_way_of_a_purge() throws Exception {
    String open = asker.create("k", asker.payout("10.00", "pending"));
    addExpired(400, "0 seconds");
    run(
        "UPDATE idempotency_key SET payout_id = '"
            + open
            + "' WHERE credential_id = ? AND key IN (SELECT 'old-' || n FROM generate_series(1, 250) n)");

    purge.purge(_ -> true);

    assertThat(keys()).isEqualTo(251);
    run("UPDATE idempotency_key SET payout_id = NULL WHERE credential_id = ? AND key LIKE 'old-%'");
    purge.purge(_ -> true);
    assertThat(keys()).isEqualTo(1);
  }

  private void expire() throws SQLException {
    run(
        "UPDATE idempotency_key SET expires_at = now() - interval '1 minute' WHERE credential_id = ?");
  }

  /** Older than all others, so that they are the first to go, and so long after one another. */
  private void addExpired(int count, String apart) throws SQLException {
    run(
        "INSERT INTO idempotency_key (credential_id, operation, key, fingerprint, status, headers, body, expires_at)"
            + " SELECT ?, 'createPayout', 'old-' || n, sha256(''), 201, '{}', '', now() - interval '1 year' + n * interval '"
            + apart
            + "' FROM generate_series(1, "
            + count
            + ") n");
  }

  private void run(String sql) throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.prepareStatement(sql)) {
      statement.setString(1, asker.tenant().credentialId());
      assertThat(statement.executeUpdate()).isPositive();
    }
  }

  private int keys() throws SQLException {
    try (var connection = database.getConnection();
        var query =
            connection.prepareStatement(
                "SELECT count(*) FROM idempotency_key WHERE credential_id = ?")) {
      query.setString(1, asker.tenant().credentialId());
      var rows = query.executeQuery();
      rows.next();
      return rows.getInt(1);
    }
  }
}
