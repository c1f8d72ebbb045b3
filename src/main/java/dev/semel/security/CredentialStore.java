// The SQL of tenants and credentials.
package dev.semel.security;

import dev.semel.db.Ids;
import dev.semel.db.Sql;
import jakarta.inject.Singleton;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads and writes tenants and credentials. */
@Singleton
public final class CredentialStore {
  /** Sorts after every credential's id. */
  private static final String AFTER_ALL = "key_~";

  private final Sql sql;

  CredentialStore(Sql sql) {
    this.sql = sql;
  }

  /** A credential that is neither expired nor revoked, with what its secret is compared by. */
  record UsableCredential(Caller caller, byte[] secretHash) {}

  /** A credential as people may see it. */
  public record Credential(
      String id,
      String tenant,
      String name,
      List<String> permissions,
      Instant createdAt,
      String createdBy,
      @Nullable Instant expiresAt,
      @Nullable Instant revokedAt) {}

  Optional<UsableCredential> findUsable(String id) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT c.id, c.tenant_id, t.operator, c.permissions, c.secret_hash
                    FROM credential c JOIN tenant t ON t.id = c.tenant_id
                    WHERE c.id = :id AND c.revoked_at IS NULL AND (c.expires_at IS NULL OR c.expires_at > now())
                    """)
                .bind("id", id)
                .map((row, _) -> usable(row))
                .findOne());
  }

  private static UsableCredential usable(ResultSet row) throws SQLException {
    Caller caller =
        new Caller(
            row.getString("id"),
            row.getString("tenant_id"),
            row.getBoolean("operator"),
            permissions(row.getArray("permissions")));
    return new UsableCredential(caller, row.getBytes("secret_hash"));
  }

  private static Set<Permission> permissions(Array column) throws SQLException {
    return Arrays.stream((String[]) column.getArray())
        .flatMap(name -> Permission.find(name).stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Whether the database has no credential yet. */
  boolean isEmpty() {
    return sql.with(
        handle ->
            !handle
                .createQuery("SELECT EXISTS (SELECT FROM credential)")
                .mapTo(Boolean.class)
                .one());
  }

  /**
   * The id of the tenant of a name; it is made when there is none. The first tenant of all runs the
   * server.
   */
  String tenantOf(String name) {
    return sql.with(
        handle -> {
          handle
              .createUpdate(
                  """
                  INSERT INTO tenant (id, name, operator) SELECT :id, :name, NOT EXISTS (SELECT FROM tenant WHERE operator)
                  ON CONFLICT (name) DO NOTHING
                  """)
              .bind("id", Ids.next(Ids.Kind.TENANT))
              .bind("name", name)
              .execute();
          return handle
              .createQuery("SELECT id FROM tenant WHERE name = :name")
              .bind("name", name)
              .mapTo(String.class)
              .one();
        });
  }

  /** The name of a tenant. */
  String tenantName(String id) {
    return sql.with(
        handle ->
            handle
                .createQuery("SELECT name FROM tenant WHERE id = :id")
                .bind("id", id)
                .mapTo(String.class)
                .one());
  }

  /** The id of the tenant that runs this server, or empty while there is none. */
  public Optional<String> operatorTenant() {
    return sql.with(
        handle ->
            handle
                .createQuery("SELECT id FROM tenant WHERE operator")
                .mapTo(String.class)
                .findOne());
  }

  void insert(
      String id,
      String tenantId,
      String name,
      byte[] secretHash,
      List<Permission> permissions,
      String createdBy,
      @Nullable Instant expiresAt) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    INSERT INTO credential (id, tenant_id, name, secret_hash, permissions, created_by, expires_at)
                    VALUES (:id, :tenant, :name, :hash, :permissions, :by, :expires)
                    """)
                .bind("id", id)
                .bind("tenant", tenantId)
                .bind("name", name)
                .bind("hash", secretHash)
                .bind(
                    "permissions",
                    permissions.stream().map(Permission::wireName).toArray(String[]::new))
                .bind("by", createdBy)
                .bind("expires", expiresAt)
                .execute());
  }

  /** The credential of an id within a tenant. */
  Optional<Credential> find(String tenantId, String id) {
    return list(tenantId, "c.id = :id", id, 1).stream().findFirst();
  }

  /** A page of a tenant's credentials, newest first, after the one with the given id, if any. */
  List<Credential> page(String tenantId, Optional<String> before, int limit) {
    return list(tenantId, "c.id < :id", before.orElse(AFTER_ALL), limit);
  }

  private List<Credential> list(String tenantId, String condition, String id, int limit) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT c.id, t.name AS tenant, c.name, c.permissions, c.created_at, c.created_by, c.expires_at, c.revoked_at
                    FROM credential c JOIN tenant t ON t.id = c.tenant_id
                    WHERE c.tenant_id = :tenant AND\s"""
                        + condition
                        + " ORDER BY c.id DESC LIMIT :limit")
                .bind("tenant", tenantId)
                .bind("id", id)
                .bind("limit", limit)
                .map((row, context) -> visible(row))
                .list());
  }

  private static Credential visible(ResultSet row) throws SQLException {
    return new Credential(
        row.getString("id"),
        row.getString("tenant"),
        row.getString("name"),
        List.of((String[]) row.getArray("permissions").getArray()),
        row.getTimestamp("created_at").toInstant(),
        row.getString("created_by"),
        instant(row, "expires_at"),
        instant(row, "revoked_at"));
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    java.sql.@Nullable Timestamp value = row.getTimestamp(column);
    return value == null ? null : value.toInstant();
  }

  /**
   * Whether one of two credentials made the other, itself or through others that it made. Whoever
   * makes a credential sees its token.
   */
  public boolean oneMadeTheOther(String one, String other) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    WITH RECURSIVE line (start, id, maker) AS (
                        SELECT id, id, created_by FROM credential WHERE id IN (:one, :other)
                        UNION
                        SELECT l.start, c.id, c.created_by FROM line l JOIN credential c ON l.maker = 'credential:' || c.id)
                    SELECT EXISTS (SELECT FROM line WHERE start <> id AND id IN (:one, :other))
                    """)
                .bind("one", one)
                .bind("other", other)
                .mapTo(Boolean.class)
                .one());
  }

  /** Revokes a credential from now on; once revoked it stays so. */
  void revoke(String tenantId, String id) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    "UPDATE credential SET revoked_at = coalesce(revoked_at, now()) WHERE tenant_id = :tenant AND id = :id")
                .bind("tenant", tenantId)
                .bind("id", id)
                .execute());
  }
}
