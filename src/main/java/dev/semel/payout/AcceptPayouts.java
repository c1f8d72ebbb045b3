// Stores payouts that are asked for: one, or all of a batch.
package dev.semel.payout;

import dev.semel.db.Ids;
import dev.semel.db.Tx;
import dev.semel.domain.ClientReference;
import dev.semel.domain.PayoutState;
import dev.semel.domain.ProviderTerms;
import dev.semel.security.Caller;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Stores payouts that are asked for, each with its first attempt, whose reference and key are fixed
 * from here on, and the first entry of its history.
 */
@Singleton
final class AcceptPayouts {
  private final NewPayoutStore newPayouts;
  private final PayoutHistoryStore histories;
  private final ProviderDirectory providers;
  private final PayoutNews news;

  AcceptPayouts(
      NewPayoutStore newPayouts,
      PayoutHistoryStore histories,
      ProviderDirectory providers,
      PayoutNews news) {
    this.newPayouts = newPayouts;
    this.histories = histories;
    this.providers = providers;
    this.news = news;
  }

  /**
   * Stores the payouts, in the open transaction.
   *
   * @param chosen the payouts with who is to pay them
   * @param batchId the batch that they belong to, or null
   * @return the payouts in the same order, which is the order of their ids; empty when one of their
   *     references is taken, and then some may be stored that have to be taken back
   */
  Optional<List<PayoutRecord>> accept(
      Caller caller, List<ChooseProvider.Choice.Chosen> chosen, @Nullable String batchId) {
    Tx.assertInside();
    Instant now = newPayouts.now();
    List<String> ids = ids(chosen.size());
    List<PayoutRecord> payouts = new ArrayList<>();
    for (ChooseProvider.Choice.Chosen one : chosen) {
      payouts.add(record(ids.get(payouts.size()), caller, one, batchId, now));
    }
    if (!newPayouts.insert(payouts)) {
      return Optional.empty();
    }
    List<HistoryEntry> entries =
        payouts.stream().map(payout -> HistoryEntry.created(payout, caller.actor())).toList();
    histories.append(entries);
    news.created(payouts, entries);
    return Optional.of(payouts);
  }

  /** Sorted, because the clock may be set back while they are made. */
  private static List<String> ids(int count) {
    return Stream.generate(() -> Ids.next(Ids.Kind.PAYOUT)).limit(count).sorted().toList();
  }

  private PayoutRecord record(
      String id,
      Caller caller,
      ChooseProvider.Choice.Chosen chosen,
      @Nullable String batchId,
      Instant now) {
    NewPayout asked = chosen.payout();
    ProviderTerms terms = providers.terms(chosen.provider());
    PayoutRecord payout =
        new PayoutRecord(
            new PayoutRecord.Asked(
                id,
                caller.tenantId(),
                caller.credentialId(),
                asked.reference(),
                asked.money(),
                chosen.provider(),
                asked.beneficiary(),
                asked.sender(),
                asked.purpose().orElse(null),
                asked.metadata(),
                asked.funding(),
                asked.submitAfter().orElse(null),
                asked.submitBefore().orElse(null),
                batchId,
                now),
            asked.fundingCleared() ? PayoutState.READY : PayoutState.AWAITING_FUNDS,
            ClientReference.of(id, 1, terms.referenceForm()),
            ClientReference.keyOf(id, 1));
    payout.funded = asked.fundingCleared();
    payout.dueAt = asked.fundingCleared() ? firstDue(asked, now) : null;
    return payout;
  }

  private static Instant firstDue(NewPayout asked, Instant now) {
    return asked.submitAfter().filter(now::isBefore).orElse(now);
  }
}
