// Tells people of payouts at a provider that no server is connected to any more.
package dev.semel.submission;

import dev.semel.db.Tx;
import dev.semel.domain.AlertKind;
import dev.semel.payout.AlertDesk;
import dev.semel.provider.Provider;
import dev.semel.provider.Providers;
import jakarta.inject.Singleton;
import java.util.List;

/**
 * Tells people of payouts at a provider that no server is connected to any more: its file or its
 * settings are gone, so that nobody sends, looks up or asks. Nothing is concluded from that, and
 * nothing is cancelled. Payouts that another node serves are not overdue for long.
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
    Tx.run(
        () ->
            unserved
                .overdue(connected, config.unservedAfter())
                .forEach(found -> alerts.raise(alertOf(found))));
  }

  private static AlertDesk.NewAlert alertOf(UnservedStore.Unserved found) {
    return new AlertDesk.NewAlert(
        found.tenantId(),
        AlertKind.PROVIDER_NOT_CONNECTED,
        found.provider(),
        found.provider(),
        null,
        "Nobody works on "
            + found.payouts()
            + " payouts at "
            + found.provider()
            + ": no server is connected to it. Where they may be at the partner, their outcome is not known. Bring its file and settings back and start again; send none of them by another way before the partner was asked.");
  }
}
