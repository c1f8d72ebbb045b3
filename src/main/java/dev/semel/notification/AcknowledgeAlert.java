// Says that somebody has seen an alert.
package dev.semel.notification;

import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import dev.semel.security.AuditStore;
import dev.semel.security.Caller;
import jakarta.inject.Singleton;

/**
 * Says that somebody has seen an alert and sees to it. Raised again after that, it is a new alert.
 */
@Singleton
class AcknowledgeAlert {
  private final AlertStore alerts;
  private final AuditStore audit;

  AcknowledgeAlert(AlertStore alerts, AuditStore audit) {
    this.alerts = alerts;
    this.audit = audit;
  }

  /**
   * Acknowledges the caller's alert, in the open transaction. One that somebody acknowledged before
   * stays theirs.
   */
  Alert acknowledge(Caller caller, String id, String reason) {
    if (alerts.acknowledge(caller.tenantId(), id, caller.actor())) {
      audit.append(
          new AuditStore.Entry(caller.tenantId(), caller.actor(), "alert.acknowledge", id, reason));
    }
    return alerts
        .find(caller.tenantId(), id)
        .orElseThrow(
            () ->
                new ProblemException(
                    ProblemType.NOT_FOUND,
                    "There is no alert with this id. Check the id, and whose credential you use."));
  }
}
