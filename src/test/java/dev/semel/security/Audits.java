// An audit log for tests that build their parts by hand.
package dev.semel.security;

import dev.semel.db.Sql;

/** Makes audit logs for tests that build their parts by hand. */
public final class Audits {
  private Audits() {}

  /** The audit log of a database. */
  public static AuditStore on(Sql sql) {
    return new AuditStore(sql);
  }
}
