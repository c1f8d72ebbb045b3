// Tells people of payouts at a provider that no server is connected to any more.
package dev.semel.submission;

import dev.semel.db.Tx;
import dev.semel.domain.AlertKind;
import dev.semel.payout.AlertDesk;
import dev.semel.provider.Provider;
import dev.semel.provider.Providers;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tells people of payouts at a provider to which this server is not connected: its file or its
 * settings are gone, so that nobody sends, looks up or asks, unless another server does. Nothing is
 * concluded from that, and nothing is cancelled. Payouts that another server serves are not overdue
 * for long. The alert ends when the provider is connected again, or nothing is overdue there.
 */
@Singleton
final class WatchUnserved {
  private final Providers providers;
  private final UnservedStore unserved;
  private final AlertDesk alerts;
  private final SubmissionConfig config;

  WatchUnserved(
      Providers providers, UnservedStore unserved, AlertDesk alerts, SubmissionConfig config) {
    this.providers = providers;
    this.unserved = unserved;
    this.alerts = alerts;
    this.config = config;
  }

  /** Looks once. */
  void watch() {
    List<String> connected = providers.all().stream().map(Provider::name).toList();
    Tx.run(() -> tell(unserved.overdue(connected, config.unservedAfter())));
  }

  private void tell(List<UnservedStore.Unserved> found) {
    found.forEach(one -> alerts.raise(alertOf(one)));
    Set<AlertDesk.GoingOn> still =
        found.stream()
            .map(one -> new AlertDesk.GoingOn(one.tenantId(), one.provider()))
            .collect(Collectors.toSet());
    for (AlertDesk.GoingOn told : alerts.goingOn(AlertKind.PROVIDER_NOT_CONNECTED)) {
      if (!still.contains(told)) {
        alerts.over(told.tenantId(), AlertKind.PROVIDER_NOT_CONNECTED, told.subject());
      }
    }
  }

  private static AlertDesk.NewAlert alertOf(UnservedStore.Unserved found) {
    return new AlertDesk.NewAlert(
        found.tenantId(),
        AlertKind.PROVIDER_NOT_CONNECTED,
        found.provider(),
        found.provider(),
        null,
        found.payouts()
            + " payouts at "
            + found.provider()
            + " are overdue, and at least one server is not connected to it. Where no other server is, nobody works on them; where one is, see why it does not. Where they may be at the partner, their outcome is not known. Bring its file and settings back on every server and start again; send none of them by another way before the partner was asked.");
  }
}
