// The SQL of webhook endpoints.
package dev.semel.notification;

import dev.semel.db.Sql;
import dev.semel.domain.EventType;
import dev.semel.domain.WireNames;
import dev.semel.notification.WebhookEndpoint.Mode;
import dev.semel.notification.WebhookEndpoint.Terms;
import jakarta.inject.Singleton;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads and writes webhook endpoints. Deleted ones are not found. */
@Singleton
class EndpointStore {
  /** How many endpoints a tenant may have. The table has as many slots. */
  static final int MOST = 20;

  private static final String VISIBLE =
      "id, tenant_id, url, CAST(events AS text[]) AS events, mode, description, disabled_reason, signing, public_key, previous_public_key, previous_secret_valid_until, failing_since, version, created_at, updated_at";

  private final Sql sql;

  EndpointStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * A key as the row keeps it.
   *
   * @param publicText the public half of a pair
   */
  record SealedKey(SigningKey.Kind kind, String sealed, Optional<String> publicText) {}

  /**
   * Stores an endpoint in the tenant's lowest free slot.
   *
   * @return false when the tenant has no slot left
   */
  boolean insert(String id, String tenantId, Terms terms, SealedKey key, String createdBy) {
    // Whoever is after the same slot at the same time makes the other look for the next one.
    for (int i = 0; i <= MOST; i++) {
      if (tryInsert(id, tenantId, terms, key, createdBy)) {
        return true;
      }
    }
    return false;
  }

  private boolean tryInsert(
      String id, String tenantId, Terms terms, SealedKey key, String createdBy) {
    return sql.with(
            handle ->
                handle
                    .createUpdate(
                        """
                        INSERT INTO webhook_endpoint (id, tenant_id, slot, url, events, mode, description, signing, secret, public_key, created_by)
                        SELECT :id, :tenant, min(free.slot), :url, CAST(CAST(:events AS text[]) AS event_type[]), :mode, :description, :signing, :secret, :public, :by
                        FROM generate_series(1, :slots) AS free (slot)
                        WHERE NOT EXISTS (SELECT FROM webhook_endpoint w WHERE w.tenant_id = :tenant AND w.slot = free.slot AND w.deleted_at IS NULL)
                        HAVING min(free.slot) IS NOT NULL
                        ON CONFLICT (tenant_id, slot) WHERE deleted_at IS NULL DO NOTHING
                        """)
                    .bind("id", id)
                    .bind("tenant", tenantId)
                    .bind("slots", MOST)
                    .bind("url", terms.url())
                    .bind("events", names(terms.events()))
                    .bind("mode", WireNames.of(terms.mode()))
                    .bind("description", terms.description().orElse(null))
                    .bind("signing", WireNames.of(key.kind()))
                    .bind("secret", key.sealed())
                    .bind("public", key.publicText().orElse(null))
                    .bind("by", createdBy)
                    .execute())
        == 1;
  }

  /** A tenant's endpoint. */
  Optional<WebhookEndpoint> find(String tenantId, String id) {
    return find(tenantId, id, "");
  }

  /**
   * A tenant's endpoint, whose row the transaction keeps for itself. Deliveries to it can be made
   * meanwhile: they need its key alone.
   */
  Optional<WebhookEndpoint> lock(String tenantId, String id) {
    return find(tenantId, id, " FOR NO KEY UPDATE");
  }

  private Optional<WebhookEndpoint> find(String tenantId, String id, String locking) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT "
                        + VISIBLE
                        + " FROM webhook_endpoint WHERE tenant_id = :tenant AND id = :id AND deleted_at IS NULL"
                        + locking)
                .bind("tenant", tenantId)
                .bind("id", id)
                .map((row, _) -> endpoint(row))
                .findOne());
  }

  /** A tenant's endpoints that are delivered to. */
  List<WebhookEndpoint> enabled(String tenantId) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT "
                        + VISIBLE
                        + " FROM webhook_endpoint WHERE tenant_id = :tenant AND deleted_at IS NULL AND status = 'enabled' ORDER BY id")
                .bind("tenant", tenantId)
                .map((row, _) -> endpoint(row))
                .list());
  }

  /** A page of a tenant's endpoints, newest first, after the one of an id. */
  List<WebhookEndpoint> page(String tenantId, Optional<String> olderThan, int limit) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT "
                        + VISIBLE
                        + """
                         FROM webhook_endpoint
                        WHERE tenant_id = :tenant AND deleted_at IS NULL AND (CAST(:older AS text) IS NULL OR id < :older)
                        ORDER BY id DESC LIMIT :limit
                        """)
                .bind("tenant", tenantId)
                .bind("older", olderThan.orElse(null))
                .bind("limit", limit)
                .map((row, _) -> endpoint(row))
                .list());
  }

  /** Changes what a locked endpoint is, and whether it is delivered to. */
  void update(WebhookEndpoint endpoint, Terms terms, Optional<String> disabledReason) {
    int rows =
        sql.with(
            handle ->
                handle
                    .createUpdate(
                        """
                        UPDATE webhook_endpoint
                        SET url = :url, events = CAST(CAST(:events AS text[]) AS event_type[]), mode = :mode, description = :description,
                            status = CASE WHEN CAST(:reason AS text) IS NULL THEN 'enabled' ELSE 'disabled' END, disabled_reason = :reason,
                            version = version + 1, updated_at = now()
                        WHERE id = :id AND deleted_at IS NULL
                        """)
                    .bind("id", endpoint.id())
                    .bind("url", terms.url())
                    .bind("events", names(terms.events()))
                    .bind("mode", WireNames.of(terms.mode()))
                    .bind("description", terms.description().orElse(null))
                    .bind("reason", disabledReason.orElse(null))
                    .execute());
    Sql.exactlyOne(rows, "changing a webhook endpoint");
  }

  /**
   * Gives a locked endpoint another key.
   *
   * @param overlap how long the one before counts beside it; zero for not at all
   */
  void rotate(WebhookEndpoint endpoint, SealedKey key, Duration overlap) {
    int rows =
        sql.with(
            handle ->
                handle
                    .createUpdate(
                        """
                        UPDATE webhook_endpoint
                        SET signing = :signing, secret = :secret, public_key = :public,
                            previous_signing = CASE WHEN :overlap > 0 THEN signing END,
                            previous_secret = CASE WHEN :overlap > 0 THEN secret END,
                            previous_public_key = CASE WHEN :overlap > 0 THEN public_key END,
                            previous_secret_valid_until = CASE WHEN :overlap > 0 THEN now() + make_interval(secs => :overlap) END,
                            version = version + 1, updated_at = now()
                        WHERE id = :id AND deleted_at IS NULL
                        """)
                    .bind("id", endpoint.id())
                    .bind("signing", WireNames.of(key.kind()))
                    .bind("secret", key.sealed())
                    .bind("public", key.publicText().orElse(null))
                    .bind("overlap", overlap.toSeconds())
                    .execute());
    Sql.exactlyOne(rows, "changing the key of a webhook endpoint");
  }

  /**
   * Deletes a tenant's endpoint and forgets its secrets.
   *
   * @return false when the tenant has no such endpoint
   */
  boolean delete(String tenantId, String id) {
    return sql.with(
            handle ->
                handle
                    .createUpdate(
                        """
                        UPDATE webhook_endpoint
                        SET deleted_at = now(), secret = NULL, previous_signing = NULL, previous_secret = NULL, previous_public_key = NULL, previous_secret_valid_until = NULL, version = version + 1, updated_at = now()
                        WHERE tenant_id = :tenant AND id = :id AND deleted_at IS NULL
                        """)
                    .bind("tenant", tenantId)
                    .bind("id", id)
                    .execute())
        == 1;
  }

  /** The sealed secrets of an endpoint. */
  record SealedSecrets(String id, String secret, Optional<String> previous) {}

  /**
   * Locks endpoints with a secret that another key than the given one has sealed, those of a higher
   * id than the given one; endpoints that others hold are left out.
   */
  List<SealedSecrets> lockSealedByOthers(String keyId, String after, int most) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT id, secret, previous_secret FROM webhook_endpoint
                    WHERE id > :after AND deleted_at IS NULL AND NOT (starts_with(secret, :key) AND starts_with(coalesce(previous_secret, :key), :key))
                    ORDER BY id LIMIT :most FOR UPDATE SKIP LOCKED
                    """)
                .bind("after", after)
                .bind("key", keyId + ".")
                .bind("most", most)
                .map(
                    (row, _) ->
                        new SealedSecrets(
                            row.getString("id"),
                            row.getString("secret"),
                            Optional.ofNullable(row.getString("previous_secret"))))
                .list());
  }

  /** Keeps the same secrets of a locked endpoint, sealed anew; nobody can see a difference. */
  void keepResealed(SealedSecrets secrets) {
    int rows =
        sql.with(
            handle ->
                handle
                    .createUpdate(
                        "UPDATE webhook_endpoint SET secret = :secret, previous_secret = :previous WHERE id = :id")
                    .bind("id", secrets.id())
                    .bind("secret", secrets.secret())
                    .bind("previous", secrets.previous().orElse(null))
                    .execute());
    Sql.exactlyOne(rows, "sealing the secrets of a webhook endpoint anew");
  }

  private static String @Nullable [] names(Optional<List<EventType>> events) {
    return events
        .map(types -> types.stream().map(EventType::wireName).toArray(String[]::new))
        .orElse(null);
  }

  private static WebhookEndpoint endpoint(ResultSet row) throws SQLException {
    return new WebhookEndpoint(
        row.getString("id"),
        row.getString("tenant_id"),
        new Terms(
            row.getString("url"),
            types(row.getArray("events")),
            WireNames.parse(Mode.class, row.getString("mode")),
            Optional.ofNullable(row.getString("description"))),
        Optional.ofNullable(row.getString("disabled_reason")),
        new WebhookEndpoint.Keys(
            WireNames.parse(SigningKey.Kind.class, row.getString("signing")),
            Optional.ofNullable(row.getString("public_key")),
            Optional.ofNullable(row.getString("previous_public_key")),
            instant(row, "previous_secret_valid_until")),
        instant(row, "failing_since"),
        row.getInt("version"),
        row.getTimestamp("created_at").toInstant(),
        row.getTimestamp("updated_at").toInstant());
  }

  private static Optional<List<EventType>> types(@Nullable Array column) throws SQLException {
    return column == null
        ? Optional.empty()
        : Optional.of(
            Arrays.stream((String[]) column.getArray())
                .flatMap(name -> EventType.find(name).stream())
                .toList());
  }

  private static Optional<Instant> instant(ResultSet row, String column) throws SQLException {
    return Optional.ofNullable(row.getTimestamp(column)).map(Timestamp::toInstant);
  }
}
