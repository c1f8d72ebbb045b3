// A tenant with a token, for a test that calls the server or writes into its database.
package dev.semel.testing;

import dev.semel.db.Tx;
import dev.semel.security.CreateCredential;
import dev.semel.security.Permission;
import dev.semel.security.Token;
import io.restassured.RestAssured;
import io.restassured.specification.RequestSpecification;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/**
 * A tenant with a credential.
 *
 * @param id the tenant
 * @param credentialId its credential
 * @param token what the credential sends
 */
public record Tenant(String id, String credentialId, String token) {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  /** A new tenant whose credential may do everything. It does not run the server. */
  public static Tenant create(CreateCredential credentials, DataSource database) {
    operator(credentials, database);
    String name = "tenant-" + ProcessHandle.current().pid() + "-" + NUMBER.incrementAndGet();
    return of(name, List.of(Permission.values()), credentials, database);
  }

  /** The tenant that runs the server, with a new credential that may do everything. */
  public static Tenant operator(CreateCredential credentials, DataSource database) {
    return operator(credentials, database, List.of(Permission.values()));
  }

  /** The tenant that runs the server, with a new credential that may do only this. */
  public static Tenant operator(
      CreateCredential credentials, DataSource database, List<Permission> permissions) {
    String name =
        text(database, "SELECT coalesce((SELECT name FROM tenant WHERE operator), 'default')");
    return of(name, permissions, credentials, database);
  }

  /** The same tenant with another credential that may do everything. */
  public static Tenant again(Tenant tenant, CreateCredential credentials, DataSource database) {
    String name = text(database, "SELECT name FROM tenant WHERE id = '" + tenant.id() + "'");
    return of(name, List.of(Permission.values()), credentials, database);
  }

  private static Tenant of(
      String name,
      List<Permission> permissions,
      CreateCredential credentials,
      DataSource database) {
    Token token =
        Tx.call(
            () ->
                credentials.create(
                    new CreateCredential.Request(
                        name, "test", permissions, null, "system", "a test")));
    String id =
        text(
            database, "SELECT tenant_id FROM credential WHERE id = '" + token.credentialId() + "'");
    return new Tenant(id, token.credentialId(), token.text());
  }

  /** A request of this tenant's, judged by the contract. */
  public RequestSpecification request() {
    return RestAssured.given()
        .filter(new ContractFilter())
        .header("Authorization", "Bearer " + token)
        .accept("application/json");
  }

  /** A request of this tenant's that changes something, under a key, with a body in JSON. */
  public RequestSpecification request(String key, String body) {
    return request().header("Idempotency-Key", key).contentType("application/json").body(body);
  }

  private static String text(DataSource database, String query) {
    try (var connection = database.getConnection();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
