// Status words in answers that a provider's file does not list.
package dev.semel.submission;

import dev.semel.domain.ProviderStatement;
import dev.semel.payout.AlertUnlistedStatus;
import dev.semel.payout.PayoutStore;
import dev.semel.provider.Provider;
import jakarta.inject.Singleton;

/** Looks for status words in answers that a provider's file does not list. */
@Singleton
final class UnlistedWords {
  private final AlertUnlistedStatus alert;

  UnlistedWords(AlertUnlistedStatus alert) {
    this.alert = alert;
  }

  /** Alerts people to one, in the open transaction. It counts as processing already. */
  void look(Provider provider, ProviderStatement statement, PayoutStore.Locked locked) {
    if (!provider.listsStatus(statement.providerWord())) {
      alert.alert(provider.name(), statement.providerWord(), locked.payout().id());
    }
  }
}
