// The SQL of the audit log.
package dev.semel.security;

import dev.semel.db.Ids;
import dev.semel.db.Sql;
import jakarta.inject.Singleton;
import org.jboss.logging.MDC;
import org.jspecify.annotations.Nullable;

/**
 * Appends to the audit log: who did what to what, and why. Entries are written in the transaction
 * of what they tell of.
 */
@Singleton
public final class AuditStore {
  private final Sql sql;

  AuditStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * What somebody did.
   *
   * @param tenantId whose data it was
   * @param actor who did it
   * @param action what was done, as {@code thing.act}
   * @param subject the id of what it was done to
   * @param reason why, in the words of who did it
   */
  public record Entry(
      String tenantId, String actor, String action, String subject, @Nullable String reason) {}

  /** Appends an entry. */
  public void append(Entry entry) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    INSERT INTO audit_entry (id, tenant_id, actor, action, subject, reason, request_id)
                    VALUES (:id, :tenant, :actor, :action, :subject, :reason, :request)
                    """)
                .bind("id", Ids.next(Ids.Kind.AUDIT_ENTRY))
                .bind("tenant", entry.tenantId())
                .bind("actor", entry.actor())
                .bind("action", entry.action())
                .bind("subject", entry.subject())
                .bind("reason", entry.reason())
                .bind("request", MDC.get("request_id") instanceof String id ? id : null)
                .execute());
  }
}
