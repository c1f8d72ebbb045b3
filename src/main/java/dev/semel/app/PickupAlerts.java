// Alerts about reports that don't come.
package dev.semel.app;

import dev.semel.domain.AlertKind;
import dev.semel.payout.AlertDesk;
import dev.semel.report.pickup.PickupDesk;
import dev.semel.security.CredentialStore;
import jakarta.inject.Singleton;
import java.time.LocalDate;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Tells the people who run this server about reports that don't come. */
@Singleton
final class PickupAlerts implements PickupDesk {
  private final AlertDesk alerts;
  private final CredentialStore credentials;

  PickupAlerts(AlertDesk alerts, CredentialStore credentials) {
    this.alerts = alerts;
    this.credentials = credentials;
  }

  @Override
  public void faulty(String provider, String message) {
    raise(AlertKind.REPORT_SOURCE_FAULTY, provider, provider, message);
  }

  @Override
  public void mended(String provider) {
    over(AlertKind.REPORT_SOURCE_FAULTY, provider);
  }

  @Override
  public void late(String provider, LocalDate day, String message) {
    raise(AlertKind.REPORT_LATE, subject(provider, day), provider, message);
  }

  @Override
  public Set<LocalDate> toldAsLate(String provider) {
    String beginning = provider + "/";
    return alerts.goingOn(AlertKind.REPORT_LATE).stream()
        .map(AlertDesk.GoingOn::subject)
        .filter(subject -> subject.startsWith(beginning))
        .map(subject -> LocalDate.parse(subject.substring(beginning.length())))
        .collect(Collectors.toSet());
  }

  @Override
  public void came(String provider, LocalDate day) {
    over(AlertKind.REPORT_LATE, subject(provider, day));
  }

  private static String subject(String provider, LocalDate day) {
    return provider + "/" + day;
  }

  private void raise(AlertKind kind, String subject, String provider, String message) {
    operator()
        .ifPresent(
            tenant ->
                alerts.raise(
                    new AlertDesk.NewAlert(tenant, kind, subject, provider, null, message)));
  }

  private void over(AlertKind kind, String subject) {
    operator().ifPresent(tenant -> alerts.over(tenant, kind, subject));
  }

  private Optional<String> operator() {
    return credentials.operatorTenant();
  }
}
