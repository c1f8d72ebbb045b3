// Tells people that something needs them.
package dev.semel.notification;

import dev.semel.db.Tx;
import dev.semel.domain.AlertKind;
import dev.semel.payout.AlertDesk;
import jakarta.inject.Singleton;
import java.util.List;

/**
 * Tells people that something needs them. The same kind and subject again, before anybody
 * acknowledged it, counts on the same alert.
 */
@Singleton
public class RaiseAlert implements AlertDesk {
  private final AlertStore alerts;

  RaiseAlert(AlertStore alerts) {
    this.alerts = alerts;
  }

  @Override
  public void raise(NewAlert alert) {
    Tx.assertInside();
    alerts.raise(alert);
  }

  @Override
  public void over(String tenantId, AlertKind kind, String subject) {
    Tx.assertInside();
    alerts.over(tenantId, kind, subject);
  }

  @Override
  public List<GoingOn> goingOn(AlertKind kind) {
    Tx.assertInside();
    return alerts.goingOn(kind);
  }
}
