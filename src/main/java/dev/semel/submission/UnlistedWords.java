// Status words in answers that a provider's file does not list.
package dev.semel.submission;

import dev.semel.db.Tx;
import dev.semel.domain.ProviderStatement;
import dev.semel.payout.AlertUnlistedStatus;
import dev.semel.provider.Provider;
import jakarta.inject.Singleton;

/** Looks for status words in answers that a provider's file does not list. */
@Singleton
final class UnlistedWords {
  private final AlertUnlistedStatus alert;

  UnlistedWords(AlertUnlistedStatus alert) {
    this.alert = alert;
  }

  /**
   * Alerts people to one, which counts as processing already. In a transaction of its own: many
   * payouts may bring the same word at once, and none is to wait for another's alert.
   */
  void look(Provider provider, ProviderStatement statement, Claim claim) {
    if (!provider.listsStatus(statement.providerWord())) {
      Tx.run(() -> alert.alert(provider.name(), statement.providerWord(), claim.payout().id()));
    }
  }
}
