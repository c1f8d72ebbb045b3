// Secrets move to the key that seals now, and stay what they are.
package dev.semel.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.db.Ids;
import dev.semel.security.CreateCredential;
import dev.semel.security.Seals;
import dev.semel.security.SecretSeal;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.Base64;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ResealEndpointSecretsDbTest {
  private static final String OLD = Base64.getEncoder().encodeToString(new byte[32]);
  private static final String NEW = "A" + "B".repeat(42) + "=";
  private static final byte[] SECRET = {1, 2, 3};

  @Inject EndpointStore store;
  @Inject SecretSeal seal;
  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private Tenant tenant;
  private int slot;

  @BeforeEach
  void makeTenant() {
    tenant = Tenant.create(credentials, database);
  }

  @Test
  void a_new_key_takes_over_the_secrets_and_the_old_one_can_go() throws SQLException {
    String id = Ids.next(Ids.Kind.WEBHOOK_ENDPOINT);
    write(id, Seals.with(OLD).seal(SigningKey.placeOf(id), SECRET));
    run(
        "UPDATE webhook_endpoint SET previous_signing = signing, previous_secret = secret, previous_secret_valid_until = now() WHERE id = '"
            + id
            + "'");

    int moved = new ResealEndpointSecrets(store, Seals.with(NEW + "," + OLD)).reseal();

    assertThat(moved).isEqualTo(1);
    for (String column : new String[] {"secret", "previous_secret"}) {
      assertThat(Seals.with(NEW).open(SigningKey.placeOf(id), text(id, column))).isEqualTo(SECRET);
    }
    assertThat(text(id, "version")).as("nobody can see a difference").isEqualTo("1");
  }

  @Test
  void a_secret_of_a_key_that_nobody_has_stays_and_hinders_no_other() throws SQLException {
    String lost = Ids.next(Ids.Kind.WEBHOOK_ENDPOINT);
    write(lost, "0011aabb.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
    String found = Ids.next(Ids.Kind.WEBHOOK_ENDPOINT);
    write(found, Seals.with(OLD).seal(SigningKey.placeOf(found), SECRET));
    SecretSeal both = Seals.with(NEW + "," + OLD);

    new ResealEndpointSecrets(store, both).reseal();

    assertThat(text(lost, "secret")).startsWith("0011aabb.");
    assertThat(text(found, "secret")).startsWith(both.firstKeyId());
    assertThatThrownBy(() -> both.open(SigningKey.placeOf(lost), text(lost, "secret")))
        .hasMessageContaining("key 0011aabb");
  }

  @Test
  void the_secrets_of_two_rows_can_not_be_swapped() throws SQLException {
    String one = Ids.next(Ids.Kind.WEBHOOK_ENDPOINT);
    String two = Ids.next(Ids.Kind.WEBHOOK_ENDPOINT);
    write(one, sealedFor(one));
    write(two, sealedFor(two));
    run(
        "UPDATE webhook_endpoint e SET secret = o.secret FROM webhook_endpoint o WHERE e.id IN ('%1$s', '%2$s') AND o.id IN ('%1$s', '%2$s') AND o.id <> e.id"
            .formatted(one, two));
    for (String id : new String[] {one, two}) {
      assertThatThrownBy(() -> seal.open(SigningKey.placeOf(id), text(id, "secret")))
          .isInstanceOf(SecretSeal.UnreadableException.class)
          .hasMessageContaining(id);
    }
  }

  private String sealedFor(String id) {
    return seal.seal(SigningKey.placeOf(id), SECRET);
  }

  private void write(String id, String secret) throws SQLException {
    slot++;
    run(
        "INSERT INTO webhook_endpoint (id, tenant_id, slot, url, mode, secret, created_by) VALUES ('%s', '%s', %d, 'https://shop.example.com', 'full', '%s', '%s')"
            .formatted(id, tenant.id(), slot, secret, tenant.credentialId()));
  }

  private String text(String id, String column) throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "SELECT " + column + " FROM webhook_endpoint WHERE id = '" + id + "'")) {
      rows.next();
      return rows.getString(1);
    }
  }

  private void run(String sql) throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }
}
