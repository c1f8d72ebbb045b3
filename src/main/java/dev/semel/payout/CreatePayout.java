// Accepts a payout.
package dev.semel.payout;

import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import dev.semel.security.Caller;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/** Accepts a payout: chooses who pays it, and stores it. */
@Singleton
final class CreatePayout {
  private final ChooseProvider chooseProvider;
  private final AcceptPayouts acceptPayouts;
  private final NewPayoutStore newPayouts;

  CreatePayout(
      ChooseProvider chooseProvider, AcceptPayouts acceptPayouts, NewPayoutStore newPayouts) {
    this.chooseProvider = chooseProvider;
    this.acceptPayouts = acceptPayouts;
    this.newPayouts = newPayouts;
  }

  /**
   * Accepts the payout, in the open transaction.
   *
   * @throws ProblemException {@code no-provider}, or {@code validation-failed} when the provider
   *     needs data that the payout lacks; then nothing is to be kept
   */
  Outcome create(Caller caller, NewPayout asked) {
    ChooseProvider.Choice.Chosen chosen =
        switch (chooseProvider.choose(asked)) {
          case ChooseProvider.Choice.Chosen one -> one;
          case ChooseProvider.Choice.Unserved unserved ->
              throw new ProblemException(ProblemType.NO_PROVIDER, unserved.detail());
          case ChooseProvider.Choice.Incomplete incomplete ->
              throw ProblemException.invalid(incomplete.missing());
        };
    Optional<List<PayoutRecord>> accepted = acceptPayouts.accept(caller, List.of(chosen), null);
    return accepted.isPresent()
        ? new Outcome.Created(accepted.get().getFirst())
        : referenceTaken(caller, asked.reference());
  }

  private Outcome referenceTaken(Caller caller, String reference) {
    String existing =
        newPayouts
            .idsOfReferences(caller.tenantId(), List.of(reference))
            .values()
            .iterator()
            .next();
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
