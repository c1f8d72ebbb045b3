// Accepts payouts together, all of them or none.
package dev.semel.payout;

import dev.semel.db.Ids;
import dev.semel.json.JsonPointers;
import dev.semel.problem.FieldError;
import dev.semel.problem.FieldErrorCode;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import dev.semel.security.Caller;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Accepts payouts together, all of them or none: chooses who pays each, and stores them as one
 * batch. What is wrong is told of all payouts at once.
 */
@Singleton
final class CreatePayoutBatch {
  private final ChooseProvider chooseProvider;
  private final AcceptPayouts acceptPayouts;
  private final NewPayoutStore newPayouts;
  private final PayoutBatchStore batches;

  CreatePayoutBatch(
      ChooseProvider chooseProvider,
      AcceptPayouts acceptPayouts,
      NewPayoutStore newPayouts,
      PayoutBatchStore batches) {
    this.chooseProvider = chooseProvider;
    this.acceptPayouts = acceptPayouts;
    this.newPayouts = newPayouts;
    this.batches = batches;
  }

  /**
   * Accepts the payouts, in the open transaction.
   *
   * @param asked payouts whose references are all different
   * @throws ProblemException {@code no-provider} when no provider serves some of them, or {@code
   *     validation-failed} when providers need data that some lack; then nothing is to be kept
   */
  Outcome create(Caller caller, List<NewPayout> asked) {
    // Told before anything else: who asks again must hear of the payouts that there are.
    Map<String, String> taken = taken(caller, asked);
    if (!taken.isEmpty()) {
      return referencesTaken(asked, taken);
    }
    List<ChooseProvider.Choice.Chosen> chosen = chooseAll(asked);
    PayoutBatch batch =
        new PayoutBatch(
            Ids.next(Ids.Kind.BATCH), caller.tenantId(), asked.size(), newPayouts.now());
    batches.insert(batch, caller.credentialId());
    Optional<List<PayoutRecord>> accepted = acceptPayouts.accept(caller, chosen, batch.id());
    if (accepted.isPresent()) {
      return new Outcome.Created(batch, accepted.get());
    }
    // Somebody else took a reference since they were looked up.
    batches.takeBack();
    return referencesTaken(asked, taken(caller, asked));
  }

  private List<ChooseProvider.Choice.Chosen> chooseAll(List<NewPayout> asked) {
    List<ChooseProvider.Choice.Chosen> chosen = new ArrayList<>();
    List<FieldError> unserved = new ArrayList<>();
    List<FieldError> faults = new ArrayList<>();
    for (int i = 0; i < asked.size(); i++) {
      String at = pointer(i);
      switch (chooseProvider.choose(asked.get(i))) {
        case ChooseProvider.Choice.Chosen one -> chosen.add(one);
        case ChooseProvider.Choice.Unserved _ -> unserved.add(noProvider(at));
        case ChooseProvider.Choice.Incomplete incomplete ->
            incomplete.missing().forEach(missing -> faults.add(missing.below(at)));
      }
    }
    if (!unserved.isEmpty()) {
      throw new ProblemException(
              ProblemType.NO_PROVIDER,
              "No provider serves "
                  + unserved.size()
                  + " of these payouts; errors says which. Change them, or ask the operators of this server to connect a provider that does.")
          .withErrors(unserved);
    }
    if (!faults.isEmpty()) {
      throw ProblemException.invalid(faults);
    }
    return chosen;
  }

  private static FieldError noProvider(String pointer) {
    return FieldError.at(
        pointer,
        FieldErrorCode.NO_PROVIDER,
        "No provider serves the country, currency, method and amount of this payout, or the one that it names does not.");
  }

  private Map<String, String> taken(Caller caller, List<NewPayout> asked) {
    return newPayouts.idsOfReferences(
        caller.tenantId(), asked.stream().map(NewPayout::reference).toList());
  }

  private static Outcome referencesTaken(List<NewPayout> asked, Map<String, String> taken) {
    List<FieldError> errors = new ArrayList<>();
    List<String> existing = new ArrayList<>();
    for (int i = 0; i < asked.size(); i++) {
      Optional<String> id = Optional.ofNullable(taken.get(asked.get(i).reference()));
      String at = JsonPointers.member(pointer(i), "reference");
      id.ifPresent(existing::add);
      id.ifPresent(payout -> errors.add(taken(at, payout)));
    }
    ProblemException problem =
        new ProblemException(
                ProblemType.REFERENCE_TAKEN,
                errors.size()
                    + (errors.size() == 1
                        ? " of these payouts has a reference"
                        : " of these payouts have references")
                    + " that was used before; errors says which, and by which payout. Nothing was accepted. Leave out what was asked for already, and send the rest under a new key.")
            .withErrors(errors)
            .withMember("payout_id", existing.getFirst());
    return new Outcome.ReferencesTaken(problem, existing.getFirst());
  }

  private static FieldError taken(String pointer, String payoutId) {
    return FieldError.at(
            pointer,
            FieldErrorCode.TAKEN,
            "The payout " + payoutId + " has this reference already.")
        .withMember("payout_id", payoutId);
  }

  private static String pointer(int index) {
    return JsonPointers.item("/payouts", index);
  }

  /** What became of the wish. */
  sealed interface Outcome {
    /** All payouts are accepted; they are in the order in which they were asked for. */
    record Created(PayoutBatch batch, List<PayoutRecord> payouts) implements Outcome {}

    /** The tenant has payouts with some of these references; nothing was stored. */
    record ReferencesTaken(ProblemException problem, String payoutId) implements Outcome {}
  }
}
