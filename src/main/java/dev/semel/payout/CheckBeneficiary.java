// Checks that a payout's provider can pay another beneficiary.
package dev.semel.payout;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import jakarta.inject.Singleton;
import java.util.Optional;

/** Checks that a payout's provider can pay another beneficiary, as it is checked at creation. */
@Singleton
final class CheckBeneficiary {
  private final ChooseProvider chooseProvider;

  CheckBeneficiary(ChooseProvider chooseProvider) {
    this.chooseProvider = chooseProvider;
  }

  /**
   * Checks a new beneficiary of a payout.
   *
   * @throws ProblemException when the provider does not serve it, or needs data that it lacks
   */
  void check(PayoutRecord payout, ObjectNode beneficiary) {
    switch (chooseProvider.choose(asNew(payout.asked(), beneficiary))) {
      case ChooseProvider.Choice.Chosen _ -> {}
      case ChooseProvider.Choice.Unserved unserved ->
          throw new ProblemException(ProblemType.NO_PROVIDER, unserved.detail());
      case ChooseProvider.Choice.Incomplete incomplete ->
          throw ProblemException.invalid(incomplete.missing());
    }
  }

  /** The payout as it would be asked for now. */
  private static NewPayout asNew(PayoutRecord.Asked asked, ObjectNode beneficiary) {
    return new NewPayout(
        asked.reference(),
        asked.money(),
        true,
        Optional.of(asked.provider()),
        beneficiary,
        (ObjectNode) asked.sender(),
        Optional.ofNullable(asked.purpose()),
        Optional.ofNullable(asked.submitAfter()),
        Optional.ofNullable(asked.submitBefore()),
        (ObjectNode) asked.metadata());
  }
}
