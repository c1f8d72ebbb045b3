// Accepts a payout.
package dev.semel.payout;

import dev.semel.db.Ids;
import dev.semel.db.Tx;
import dev.semel.domain.ClientReference;
import dev.semel.domain.PayoutState;
import dev.semel.domain.ProviderTerms;
import dev.semel.problem.FieldError;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import dev.semel.security.Caller;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Accepts a payout: chooses who pays it, checks that it has everything that provider needs, and
 * stores it with its first attempt, whose reference and key are fixed from here on, and the first
 * entry of its history.
 */
@Singleton
final class CreatePayout {
  private final PayoutStore payouts;
  private final ProviderDirectory providers;

  CreatePayout(PayoutStore payouts, ProviderDirectory providers) {
    this.payouts = payouts;
    this.providers = providers;
  }

  /**
   * Accepts the payout, in the open transaction.
   *
   * @throws ProblemException {@code no-provider}, or {@code validation-failed} when the provider
   *     needs data that the payout lacks; then nothing is to be kept
   */
  Outcome create(Caller caller, NewPayout asked) {
    Tx.assertInside();
    PayoutRecord payout = record(caller, asked, chooseProvider(asked), payouts.now());
    if (!payouts.insert(payout)) {
      return referenceTaken(caller, asked);
    }
    payouts.append(HistoryEntry.created(payout, caller.actor()));
    return new Outcome.Created(payout);
  }

  private String chooseProvider(NewPayout asked) {
    String provider = providers.choose(asked).orElseThrow(() -> noProvider(asked));
    List<FieldError> missing = providers.missingData(provider, asked);
    if (!missing.isEmpty()) {
      throw ProblemException.invalid(missing);
    }
    return provider;
  }

  private static ProblemException noProvider(NewPayout asked) {
    String who =
        asked
            .provider()
            .map(name -> "The provider '" + name + "' does not serve")
            .orElse("No provider serves");
    return new ProblemException(
        ProblemType.NO_PROVIDER,
        who
            + " "
            + asked.money()
            + " to "
            + asked.country()
            + " by "
            + asked.method()
            + ". Change the request, or ask the operators of this server to connect a provider that does.");
  }

  private PayoutRecord record(Caller caller, NewPayout asked, String provider, Instant now) {
    String id = Ids.next(Ids.Kind.PAYOUT);
    ProviderTerms terms = providers.terms(provider);
    PayoutRecord payout =
        new PayoutRecord(
            new PayoutRecord.Asked(
                id,
                caller.tenantId(),
                caller.credentialId(),
                asked.reference(),
                asked.money(),
                provider,
                asked.beneficiary(),
                asked.sender(),
                asked.purpose().orElse(null),
                asked.metadata(),
                asked.funding(),
                asked.submitAfter().orElse(null),
                asked.submitBefore().orElse(null),
                now),
            asked.fundingCleared() ? PayoutState.READY : PayoutState.AWAITING_FUNDS,
            ClientReference.of(id, 1, terms.referenceForm()),
            ClientReference.keyOf(id, 1));
    payout.funded = asked.fundingCleared();
    payout.dueAt = asked.fundingCleared() ? firstDue(asked, now) : null;
    return payout;
  }

  private static @Nullable Instant firstDue(NewPayout asked, Instant now) {
    return asked.submitAfter().filter(now::isBefore).orElse(now);
  }

  private Outcome referenceTaken(Caller caller, NewPayout asked) {
    String existing = payouts.idOfReference(caller.tenantId(), asked.reference()).orElseThrow();
    ProblemException problem =
        new ProblemException(
                ProblemType.REFERENCE_TAKEN,
                "The payout "
                    + existing
                    + " has this reference already. Read it; use another reference only for another payout.")
            .withMember("payout_id", existing);
    return new Outcome.ReferenceTaken(problem, existing);
  }

  /** What became of the wish. */
  sealed interface Outcome {
    /** The payout is accepted. */
    record Created(PayoutRecord payout) implements Outcome {}

    /** The tenant has a payout with this reference. */
    record ReferenceTaken(ProblemException problem, String payoutId) implements Outcome {}
  }
}
