// Asks providers about attempts of which an unsigned message spoke.
package dev.semel.submission;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.semel.db.Tx;
import dev.semel.domain.CaseKind;
import dev.semel.domain.Evidence;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.PayoutState;
import dev.semel.domain.ProviderPosition;
import dev.semel.domain.ProviderStatement;
import dev.semel.domain.ProviderTerms;
import dev.semel.payout.AlertUnlistedStatus;
import dev.semel.payout.AttemptRecord;
import dev.semel.payout.AttemptStore;
import dev.semel.payout.CaseDesk;
import dev.semel.payout.PayoutRecord;
import dev.semel.payout.PayoutStore;
import dev.semel.payout.PayoutTransitions;
import dev.semel.provider.Availability;
import dev.semel.provider.LookupOutcome;
import dev.semel.provider.Provider;
import dev.semel.provider.ProviderQuery;
import dev.semel.provider.Providers;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import org.jboss.logging.Logger;

/**
 * Asks providers about attempts of which an unsigned message spoke, and about which nobody asks by
 * plan: one that is not the present one of its payout, or one of a payout that is {@code ready} or
 * {@code held}. The answer is evidence like any other. Where the provider can't be asked by our
 * reference, or gives no usable answer again and again, there is one case, however many messages
 * come. Nothing is claimed for it: whoever has the payout goes on.
 */
@Singleton
final class AskAboutAttempts {
  private static final Logger LOG = Logger.getLogger(AskAboutAttempts.class);
  private static final int AT_ONCE = 4;
  private static final int MOST_UNCLEAR = 5;

  private final AttemptStore attempts;
  private final PayoutStore payouts;
  private final PayoutTransitions transitions;
  private final Providers providers;
  private final CaseDesk cases;
  private final AlertUnlistedStatus unlisted;
  private final Node node;
  private final Semaphore room = new Semaphore(AT_ONCE);

  AskAboutAttempts(
      AttemptStore attempts,
      PayoutStore payouts,
      PayoutTransitions transitions,
      Providers providers,
      CaseDesk cases,
      AlertUnlistedStatus unlisted,
      Node node) {
    this.attempts = attempts;
    this.payouts = payouts;
    this.transitions = transitions;
    this.providers = providers;
    this.cases = cases;
    this.unlisted = unlisted;
    this.node = node;
  }

  /** Starts asking about what is due, as far as there is room. No transaction may be open. */
  void ask(Executor executor) {
    Tx.assertOutside();
    int most = room.availablePermits();
    List<String> there =
        providers.all().stream()
            .filter(provider -> provider.availability() instanceof Availability.Available)
            .map(Provider::name)
            .toList();
    if (most == 0 || there.isEmpty()) {
      return;
    }
    for (AttemptStore.Due due : Tx.call(() -> attempts.takeDue(there, most))) {
      room.acquireUninterruptibly();
      executor.execute(() -> run(due));
    }
  }

  private void run(AttemptStore.Due due) {
    try {
      providers.find(due.provider()).ifPresent(provider -> ask(due, provider));
    } catch (RuntimeException e) {
      LOG.warnf("Asking about payout %s failed and is tried again: %s", due.payoutId(), e);
    } finally {
      room.release();
    }
  }

  private void ask(AttemptStore.Due due, Provider provider) {
    ProviderQuery query = Tx.call(() -> query(due));
    Optional<LookupOutcome> outcome =
        provider.terms().canLookUp() && provider.canBeAsked(query)
            ? Optional.of(provider.lookup(query))
            : Optional.empty();
    Tx.run(() -> record(due, outcome, provider.terms()));
    if (outcome.isPresent()
        && outcome.get() instanceof LookupOutcome.Found(ProviderStatement statement)) {
      tellOfUnlisted(due, provider, statement.providerWord());
    }
  }

  /** In a transaction of its own: none is to wait for another's alert. */
  private void tellOfUnlisted(AttemptStore.Due due, Provider provider, String word) {
    if (!provider.listsStatus(word)) {
      Tx.run(() -> unlisted.alert(provider.name(), word, due.payoutId()));
    }
  }

  private ProviderQuery query(AttemptStore.Due due) {
    PayoutRecord payout = payouts.lock(due.payoutId()).payout();
    return Queries.about(payout, attempts.get(due.payoutId(), due.number()));
  }

  private void record(AttemptStore.Due due, Optional<LookupOutcome> outcome, ProviderTerms terms) {
    PayoutStore.Locked locked = payouts.lock(due.payoutId());
    if (outcome.isEmpty()) {
      handOver(due, locked.payout(), "it can't be asked about it by our reference");
      return;
    }
    switch (outcome.get()) {
      case LookupOutcome.Found(ProviderStatement statement) -> {
        found(due, locked, statement);
        attempts.answered(due);
      }
      case LookupOutcome.Absent _ -> {
        AttemptRecord attempt = attempts.get(due.payoutId(), due.number());
        if (attempt.wasSentOtherwise(terms)) {
          unclear(due, locked.payout());
        } else {
          attempts.answered(due);
        }
      }
      case LookupOutcome.Unclear _ -> unclear(due, locked.payout());
    }
  }

  /** The same as an absence that may come from another account than the attempt went to. */
  private void unclear(AttemptStore.Due due, PayoutRecord payout) {
    if (attempts.unclear(due) >= MOST_UNCLEAR) {
      handOver(due, payout, "it gave no usable answer when it was asked");
    }
  }

  /** That an attempt failed is why there is another one, or why its payout is held. */
  private void found(AttemptStore.Due due, PayoutStore.Locked locked, ProviderStatement statement) {
    PayoutEvent.ProviderSays says =
        new PayoutEvent.ProviderSays(
            statement, ProviderPosition.UNPLACED, Evidence.AUTHENTICATED_QUERY);
    boolean other = locked.payout().attempt() != due.number();
    boolean known = other || locked.payout().state() == PayoutState.HELD;
    if (known && !PayoutTransitions.isAlive(statement.status())) {
      return;
    }
    transitions.applyOf(due.number(), locked, says, node.actor());
  }

  /** The facts hold nothing that a message said, so that no number of them makes it news again. */
  private void handOver(AttemptStore.Due due, PayoutRecord payout, String why) {
    AttemptRecord attempt = attempts.get(due.payoutId(), due.number());
    cases.open(
        new CaseDesk.NewCase(
            payout.asked().tenantId(),
            CaseKind.CONTRADICTION,
            payout.id() + "-" + due.number() + "-unsigned",
            due.provider(),
            payout.id(),
            "Payout "
                + payout.id()
                + " at "
                + due.provider()
                + ": a message that is not signed speaks of reference "
                + attempt.reference()
                + ", which is not taken to be at the partner, and "
                + why
                + ". Anybody could have written the message. Ask the partner about that reference before anything of this payout is sent again.",
            JsonNodeFactory.instance
                .objectNode()
                .put("ours", payout.asked().money() + ", not at the partner")
                .put("client_reference", attempt.reference())
                .put("provider_payout_id", payout.providerPayoutId().orElse(null))));
    attempts.answered(due);
  }
}
