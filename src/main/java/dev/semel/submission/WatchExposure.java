// Tells people when the money in unknown submissions has reached a provider's cap.
package dev.semel.submission;

import dev.semel.db.Tx;
import dev.semel.domain.AlertKind;
import dev.semel.domain.CurrencyCode;
import dev.semel.domain.Money;
import dev.semel.payout.AlertDesk;
import dev.semel.provider.Provider;
import dev.semel.provider.Providers;
import dev.semel.security.CredentialStore;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.util.Map;
import org.jboss.logging.Logger;

/**
 * Tells people, once, when the money in unknown submissions to a provider has reached its cap in a
 * currency, and notes when it is under it again. Submissions stop and go on by themselves: every
 * claim adds the money up anew.
 */
@Singleton
public final class WatchExposure {
  private static final Logger LOG = Logger.getLogger(WatchExposure.class);

  private final Providers providers;
  private final ExposureStore exposures;
  private final AlertDesk alerts;
  private final CredentialStore credentials;

  WatchExposure(
      Providers providers, ExposureStore exposures, AlertDesk alerts, CredentialStore credentials) {
    this.providers = providers;
    this.exposures = exposures;
    this.alerts = alerts;
    this.credentials = credentials;
  }

  /** Looks at every provider once. Any number of nodes may look at once. */
  public void watch() {
    for (Provider provider : providers.all()) {
      watch(provider.name(), provider.capacity().unknownExposure());
    }
  }

  void watch(String provider, Map<String, BigDecimal> caps) {
    Tx.run(() -> goOnWithoutCap(provider, caps));
    caps.forEach(
        (currency, cap) -> {
          CurrencyCode code = CurrencyCode.of(currency);
          Tx.run(() -> watch(provider, new Money(cap, code)));
        });
  }

  /** A cap that is no longer in the provider's file stops nothing any more. */
  private void goOnWithoutCap(String provider, Map<String, BigDecimal> caps) {
    for (String currency : exposures.stopped(provider)) {
      CurrencyCode code = CurrencyCode.of(currency);
      if (!caps.containsKey(currency) && exposures.fell(provider, code)) {
        LOG.infof("Submissions in %s to %s go on: there is no cap any more", currency, provider);
        tellThatItIsOver(provider, code);
      }
    }
  }

  private void watch(String provider, Money cap) {
    ExposureStore.Exposure now = exposures.exposure(provider, cap.currency());
    boolean atCap = now.sum().amount().compareTo(cap.amount()) >= 0;
    if (atCap && !now.stopped() && exposures.reached(provider, cap.currency())) {
      tell(provider, cap, now);
    } else if (!atCap && now.stopped() && exposures.fell(provider, cap.currency())) {
      LOG.infof(
          "Submissions in %s to %s go on: %s in unknown submissions, under the cap of %s",
          cap.currency().code(), provider, now.sum(), cap);
      tellThatItIsOver(provider, cap.currency());
    }
  }

  private void tellThatItIsOver(String provider, CurrencyCode currency) {
    credentials
        .operatorTenant()
        .ifPresent(
            tenant ->
                alerts.over(tenant, AlertKind.EXPOSURE_CAP_REACHED, subject(provider, currency)));
  }

  private static String subject(String provider, CurrencyCode currency) {
    return provider + " " + currency.code();
  }

  private void tell(String provider, Money cap, ExposureStore.Exposure now) {
    String currency = cap.currency().code();
    String message =
        now.sum()
            + " in "
            + now.count()
            + " payouts at "
            + provider
            + " is in submissions whose outcome is not known, and the cap is "
            + cap
            + ". Nothing new is sent there in "
            + currency
            + " until it is less; those payouts stay ready, and others go on. Ask the partner why it does not answer, and see to the payouts in 'submission_unknown'.";
    LOG.warn(message);
    credentials
        .operatorTenant()
        .ifPresent(
            tenant ->
                alerts.raise(
                    new AlertDesk.NewAlert(
                        tenant,
                        AlertKind.EXPOSURE_CAP_REACHED,
                        subject(provider, cap.currency()),
                        provider,
                        null,
                        message)));
  }
}
