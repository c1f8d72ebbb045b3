// Takes in provider files, settings and secrets that have changed, and tells people what can't be.
package dev.semel.app;

import dev.semel.db.Tx;
import dev.semel.domain.AlertKind;
import dev.semel.payout.AlertDesk;
import dev.semel.payout.BacklogStore;
import dev.semel.provider.http.ProviderRegistry;
import dev.semel.provider.http.ProviderRegistry.InForce;
import dev.semel.provider.http.ProviderRegistry.Outstanding;
import dev.semel.provider.http.ProviderRegistry.Trouble;
import dev.semel.security.CredentialStore;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Takes in provider files, settings and secrets that have changed on this node. What can't be in
 * force is told once, under one alert for each file on all nodes, which ends when the file is as it
 * is in force.
 */
@Singleton
public final class WatchProviderFiles {
  private static final Logger LOG = Logger.getLogger(WatchProviderFiles.class);

  private final ProviderRegistry providers;
  private final BacklogStore backlogs;
  private final AlertDesk alerts;
  private final CredentialStore credentials;
  private final Map<String, String> told = new HashMap<>();
  private final Set<String> known = new HashSet<>();

  WatchProviderFiles(
      ProviderRegistry providers,
      BacklogStore backlogs,
      AlertDesk alerts,
      CredentialStore credentials) {
    this.providers = providers;
    this.backlogs = backlogs;
    this.alerts = alerts;
    this.credentials = credentials;
  }

  /** Looks once; what can't be told now is told the next time. No transaction may be open. */
  public synchronized void watch() {
    Tx.assertOutside();
    Map<String, Trouble> troubles =
        providers.look(this::outstanding).stream()
            .collect(Collectors.toMap(Trouble::subject, trouble -> trouble, (first, _) -> first));
    Optional<String> tenant = Tx.call(credentials::operatorTenant);
    if (tenant.isEmpty()) {
      return;
    }
    for (Trouble trouble : troubles.values()) {
      if (!trouble.message().equals(told.get(trouble.subject()))) {
        LOG.warn(trouble.message());
        Tx.run(() -> alerts.raise(alertOf(tenant.get(), trouble)));
        told.put(trouble.subject(), trouble.message());
      }
    }
    mended(troubles.keySet())
        .forEach(
            subject -> {
              Tx.run(
                  () -> alerts.over(tenant.get(), AlertKind.PROVIDER_FILE_NOT_IN_FORCE, subject));
              told.remove(subject);
              known.add(subject);
            });
  }

  /** Also what was told before this node started and is in force now. */
  private List<String> mended(Set<String> troubled) {
    Set<String> subjects = new HashSet<>(told.keySet());
    providers.all().stream()
        .flatMap(provider -> providers.inForce(provider.name()).stream())
        .map(InForce::path)
        .filter(path -> !known.contains(path))
        .forEach(subjects::add);
    subjects.removeAll(troubled);
    return List.copyOf(subjects);
  }

  private Outstanding outstanding(String provider) {
    BacklogStore.Resting resting = Tx.call(() -> backlogs.resting(provider));
    if (resting.unknown()) {
      return Outstanding.UNKNOWN;
    }
    return resting.submitting() ? Outstanding.SUBMITTING : Outstanding.NOTHING;
  }

  private static AlertDesk.NewAlert alertOf(String tenant, Trouble trouble) {
    return new AlertDesk.NewAlert(
        tenant,
        AlertKind.PROVIDER_FILE_NOT_IN_FORCE,
        trouble.subject(),
        trouble.provider().orElse(null),
        null,
        trouble.message());
  }
}
