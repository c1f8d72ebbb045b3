// The SQL of alerts.
package dev.semel.notification;

import dev.semel.db.Ids;
import dev.semel.db.Sql;
import dev.semel.domain.AlertKind;
import dev.semel.domain.WireNames;
import dev.semel.payout.AlertDesk.GoingOn;
import dev.semel.payout.AlertDesk.NewAlert;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads and writes alerts. */
@Singleton
public class AlertStore {
  private static final int LONGEST_MESSAGE = 1000;

  private final Sql sql;

  AlertStore(Sql sql) {
    this.sql = sql;
  }

  /** Stores an alert, or counts it on the one that nobody has acknowledged yet. */
  void raise(NewAlert alert) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    INSERT INTO alert (id, tenant_id, kind, subject, provider, payout_id, message)
                    VALUES (:id, :tenant, :kind, :subject, :provider, :payout, left(:message, :longest))
                    ON CONFLICT (tenant_id, kind, subject) WHERE acknowledged_at IS NULL
                    DO UPDATE SET times = alert.times + 1, last_at = greatest(alert.last_at, now()), over_at = NULL, message = EXCLUDED.message
                    """)
                .bind("id", Ids.next(Ids.Kind.ALERT))
                .bind("tenant", alert.tenantId())
                .bind("kind", WireNames.of(alert.kind()))
                .bind("subject", alert.subject())
                .bind("provider", alert.provider())
                .bind("payout", alert.payoutId())
                .bind("message", alert.message())
                .bind("longest", LONGEST_MESSAGE)
                .execute());
  }

  /** Says of the alerts of a kind and subject that are not over that they are. */
  void over(String tenantId, AlertKind kind, String subject) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE alert SET over_at = greatest(now(), raised_at)
                    WHERE tenant_id = :tenant AND kind = :kind AND subject = :subject AND over_at IS NULL
                    """)
                .bind("tenant", tenantId)
                .bind("kind", WireNames.of(kind))
                .bind("subject", subject)
                .execute());
  }

  /** What alerts of a kind tell of that is not over, of all tenants. */
  List<GoingOn> goingOn(AlertKind kind) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT DISTINCT tenant_id, subject FROM alert WHERE kind = :kind AND over_at IS NULL")
                .bind("kind", WireNames.of(kind))
                .map((row, _) -> new GoingOn(row.getString("tenant_id"), row.getString("subject")))
                .list());
  }

  /** A page of a tenant's alerts, newest first, after the one of an id. */
  List<Alert> page(String tenantId, Optional<String> olderThan, int limit) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT * FROM alert WHERE tenant_id = :tenant AND (CAST(:older AS text) IS NULL OR id < :older)
                    ORDER BY id DESC LIMIT :limit
                    """)
                .bind("tenant", tenantId)
                .bind("older", olderThan.orElse(null))
                .bind("limit", limit)
                .map((row, _) -> alert(row))
                .list());
  }

  /** A tenant's alert; empty when the tenant has none of that id. */
  Optional<Alert> find(String tenantId, String id) {
    return sql.with(
        handle ->
            handle
                .createQuery("SELECT * FROM alert WHERE tenant_id = :tenant AND id = :id")
                .bind("tenant", tenantId)
                .bind("id", id)
                .map((row, _) -> alert(row))
                .findOne());
  }

  /**
   * Says that somebody has seen an alert.
   *
   * @return false when somebody had before: it stays theirs
   */
  boolean acknowledge(String tenantId, String id, String actor) {
    return sql.with(
            handle ->
                handle
                    .createUpdate(
                        """
                        UPDATE alert SET acknowledged_at = now(), acknowledged_by = :actor
                        WHERE tenant_id = :tenant AND id = :id AND acknowledged_at IS NULL
                        """)
                    .bind("tenant", tenantId)
                    .bind("id", id)
                    .bind("actor", actor)
                    .execute())
        == 1;
  }

  private static Alert alert(ResultSet row) throws SQLException {
    @Nullable Timestamp acknowledged = row.getTimestamp("acknowledged_at");
    @Nullable Timestamp over = row.getTimestamp("over_at");
    return new Alert(
        row.getString("id"),
        row.getString("kind"),
        row.getString("message"),
        row.getString("provider"),
        row.getString("payout_id"),
        row.getTimestamp("raised_at").toInstant(),
        row.getTimestamp("last_at").toInstant(),
        row.getInt("times"),
        over == null ? null : over.toInstant(),
        acknowledged == null ? null : acknowledged.toInstant(),
        row.getString("acknowledged_by"));
  }
}
