package dev.semel.domain;

import java.util.Optional;

/**
 * What the rules need to know of a payout at the moment of a decision.
 *
 * @param id the payout's id
 * @param state where it stands
 * @param money what was asked to be paid
 * @param funded whether the sender's payment has cleared
 * @param everSubmitted whether a worker ever claimed it, so that a request of it may ever have been
 *     written
 * @param everUnknown whether any request of it ever had an unknown outcome
 * @param leaseEpoch the number of the latest claim; a report under an earlier one comes from a
 *     worker that lost its lease
 * @param providerPayoutId the provider's id, once adopted
 * @param position the latest place among the provider's own statements
 * @param hold why it is held, in {@code held}
 * @param termsDiffer whether the provider ever said that it holds another amount or currency
 * @param terms what its provider promises
 * @param settledByPeople whether two people said how it ended
 * @param otherAttemptAlive whether the provider said of an attempt of it other than the present one
 *     that it has it, paid it or gave it back, and no people have settled what that is: nothing of
 *     it may be sent
 */
public record PayoutSnapshot(
    String id,
    PayoutState state,
    Money money,
    boolean funded,
    boolean everSubmitted,
    boolean everUnknown,
    long leaseEpoch,
    Optional<String> providerPayoutId,
    ProviderPosition position,
    Optional<HoldReason> hold,
    boolean termsDiffer,
    ProviderTerms terms,
    boolean settledByPeople,
    boolean otherAttemptAlive) {

  /** One that nobody settled, and of which the provider named no other attempt. */
  public PayoutSnapshot(
      String id,
      PayoutState state,
      Money money,
      boolean funded,
      boolean everSubmitted,
      boolean everUnknown,
      long leaseEpoch,
      Optional<String> providerPayoutId,
      ProviderPosition position,
      Optional<HoldReason> hold,
      boolean termsDiffer,
      ProviderTerms terms) {
    this(
        id,
        state,
        money,
        funded,
        everSubmitted,
        everUnknown,
        leaseEpoch,
        providerPayoutId,
        position,
        hold,
        termsDiffer,
        terms,
        false,
        false);
  }
}
