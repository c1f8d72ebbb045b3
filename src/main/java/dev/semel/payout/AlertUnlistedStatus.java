// Tells people of a status word that a provider's file does not list.
package dev.semel.payout;

import dev.semel.domain.AlertKind;
import dev.semel.json.Shortened;
import dev.semel.security.CredentialStore;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/**
 * Tells people of a status word that a provider's file does not list, wherever it stood. It counts
 * as processing, never as a guess.
 */
@Singleton
public class AlertUnlistedStatus {
  private static final Logger LOG = Logger.getLogger(AlertUnlistedStatus.class);
  private static final int LONGEST_WORD = 60;

  private final AlertDesk alerts;
  private final CredentialStore credentials;

  AlertUnlistedStatus(AlertDesk alerts, CredentialStore credentials) {
    this.alerts = alerts;
    this.credentials = credentials;
  }

  /**
   * Raises the alert, in the open transaction.
   *
   * @param provider who used the word
   * @param word the word as the provider spelled it
   * @param payoutId the payout that it was used of
   */
  public void alert(String provider, String word, String payoutId) {
    String shown = Shortened.to(word, LONGEST_WORD);
    credentials
        .operatorTenant()
        .ifPresentOrElse(
            tenant ->
                alerts.raise(
                    new AlertDesk.NewAlert(
                        tenant,
                        AlertKind.UNLISTED_STATUS,
                        provider + ":" + shown,
                        provider,
                        payoutId,
                        "The partner "
                            + provider
                            + " used the status word '"
                            + shown
                            + "', which its file does not list. It counts as processing; ask the partner what it means, and list it.")),
            () -> LOG.warn("There is an unlisted status word and no tenant yet to put it before"));
  }
}
