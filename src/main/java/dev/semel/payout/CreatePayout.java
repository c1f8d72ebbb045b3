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
   * Accepts the payout, in the open transaction. A reference that is taken is told before anything
   * else: who asks again must hear of the payout that there is.
   *
   * @throws ProblemException {@code no-provider}, or {@code validation-failed} when the provider
   *     needs data that the payout lacks; then nothing is to be kept
   */
  Outcome create(Caller caller, NewPayout asked) {
    return switch (chooseProvider.choose(asked)) {
      case ChooseProvider.Choice.Chosen chosen -> accept(caller, chosen);
      case ChooseProvider.Choice.Unserved unserved ->
          takenOrElse(
              caller, asked, new ProblemException(ProblemType.NO_PROVIDER, unserved.detail()));
      case ChooseProvider.Choice.Incomplete incomplete ->
          takenOrElse(caller, asked, ProblemException.invalid(incomplete.missing()));
    };
  }

  private Outcome accept(Caller caller, ChooseProvider.Choice.Chosen chosen) {
    Optional<List<PayoutRecord>> accepted = acceptPayouts.accept(caller, List.of(chosen), null);
    return accepted.isPresent()
        ? new Outcome.Created(accepted.get().getFirst())
        : referenceTaken(existing(caller, chosen.payout()).orElseThrow());
  }

  private Outcome takenOrElse(Caller caller, NewPayout asked, ProblemException problem) {
    return existing(caller, asked).map(CreatePayout::referenceTaken).orElseThrow(() -> problem);
  }

  private Optional<String> existing(Caller caller, NewPayout asked) {
    return newPayouts
        .idsOfReferences(caller.tenantId(), List.of(asked.reference()))
        .values()
        .stream()
        .findFirst();
  }

  private static Outcome referenceTaken(String existing) {
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
