// Tells people when submissions to a provider stop, and when they go on.
package dev.semel.submission;

import dev.semel.db.Tx;
import dev.semel.domain.AlertKind;
import dev.semel.payout.AlertDesk;
import dev.semel.provider.BreakerStanding;
import dev.semel.provider.Provider;
import dev.semel.provider.Providers;
import dev.semel.security.CredentialStore;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells people when the breaker of a provider has opened on this node, once for each opening, and
 * ends the alert when the provider has answered a submission after that. Breakers are a node's own:
 * all nodes tell under one alert for each provider.
 */
@Singleton
final class TellOfBreakers {
  private static final Told NOTHING = new Told(0, false);

  private final Providers providers;
  private final AlertDesk alerts;
  private final CredentialStore credentials;
  private final Map<String, Told> told = new ConcurrentHashMap<>();

  TellOfBreakers(Providers providers, AlertDesk alerts, CredentialStore credentials) {
    this.providers = providers;
    this.alerts = alerts;
    this.credentials = credentials;
  }

  /**
   * What people were told of a provider.
   *
   * @param openings how many openings of this node's breaker
   * @param over whether that it answers, after the last of them
   */
  private record Told(long openings, boolean over) {}

  /** Looks once at every provider; what can't be told now is told the next time. */
  void tell() {
    Tx.assertOutside();
    for (Provider provider : providers.all()) {
      BreakerStanding standing = provider.breaker();
      Told before = told.getOrDefault(provider.name(), NOTHING);
      boolean opened = standing.openings() > before.openings();
      boolean over = standing.answered() && (opened || !before.over());
      if (opened || over) {
        Tx.run(() -> tell(provider.name(), standing, opened, over));
        told.put(provider.name(), new Told(standing.openings(), standing.answered()));
      }
    }
  }

  private void tell(String provider, BreakerStanding standing, boolean opened, boolean over) {
    Optional<String> tenant = credentials.operatorTenant();
    if (tenant.isEmpty()) {
      return;
    }
    if (opened) {
      alerts.raise(
          new AlertDesk.NewAlert(
              tenant.get(),
              AlertKind.BREAKER_OPEN,
              provider,
              provider,
              null,
              "Submissions to "
                  + provider
                  + " have stopped on a node: too many failed together, the last with '"
                  + standing.lastFailure().orElse("no reason")
                  + "'. The fault is the partner's or on the way to it. Payouts wait, none fails, and one at a time is sent as a probe; ask the partner if that goes on."));
    }
    if (over) {
      alerts.over(tenant.get(), AlertKind.BREAKER_OPEN, provider);
    }
  }
}
