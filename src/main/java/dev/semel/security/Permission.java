// The closed list of what a credential may be allowed to do.
package dev.semel.security;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a credential may be allowed to do. The wire name is {@code area:act}. */
public enum Permission {
  PAYOUTS_WRITE,
  PAYOUTS_READ,
  FUNDING_WRITE,
  WEBHOOKS_MANAGE,
  EVENTS_READ,
  OPS_READ,
  PAYOUTS_HOLD,
  PAYOUTS_RESEND,
  PAYOUTS_SETTLE,
  PAYOUTS_APPROVE,
  CALLS_READ,
  WEBHOOKS_READ,
  WEBHOOKS_REAPPLY,
  JOBS_READ,
  JOBS_RETRY,
  REPORTS_READ,
  REPORTS_UPLOAD,
  REPORTS_RELEASE,
  RECONCILIATION_RUN,
  CASES_READ,
  CASES_WORK,
  ALERTS_READ,
  ALERTS_MANAGE,
  PROVIDERS_READ,
  PROVIDERS_MANAGE,
  CREDENTIALS_MANAGE,
  TENANTS_MANAGE,
  AUDIT_READ;

  /** The name on the wire and in the database, such as {@code payouts:write}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT).replace('_', ':');
  }

  /** The permission of a wire name, or empty when there is none. */
  public static Optional<Permission> find(String wireName) {
    return Arrays.stream(values())
        .filter(permission -> permission.wireName().equals(wireName))
        .findFirst();
  }
}
