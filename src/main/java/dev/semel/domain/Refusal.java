package dev.semel.domain;

/** Why an event was not applied. The sentence is for the payout's history. */
public enum Refusal {
  /** The event has no effect in this state. */
  WRONG_STATE("the payout's state does not allow it"),
  /** The worker's lease had ended and somebody else has taken over. */
  LEASE_LOST("the worker that reports this no longer holds the payout"),
  /** The provider dated or numbered it before something that was applied already. */
  STALE("it is older than the last thing the provider said that was applied"),
  /** The payout is already as the event says. */
  ALREADY_SO("the payout is already in this state"),
  /** The provider says "processing" of a payout that it has finished. */
  AFTER_FINAL_STATE("the payout has already reached a final state"),
  /** The provider contradicts what it said before. */
  CONTRADICTS("it contradicts the final state that the payout has reached"),
  /** It is about a payout that was never submitted. */
  NEVER_SUBMITTED("the payout was never submitted to the provider"),
  /** It is not signed: it may only make us ask. */
  HINT_ONLY("an unsigned message changes nothing; the provider is asked instead"),
  /** The provider may hold the payout. */
  MAY_BE_AT_PROVIDER("the provider may already have the payout"),
  /** It names another payout of the provider's than the one adopted. */
  OTHER_PROVIDER_PAYOUT("it names another provider payout than the one that was adopted"),
  /** The provider promises nothing from which absence could be concluded. */
  ABSENCE_NOT_PROVABLE("the provider does not promise when an accepted payout becomes visible"),
  /** It needs a second person. */
  NOT_APPROVED("it needs a second person's approval"),
  /** The provider has it and holds what was asked: nobody but the provider ends it. */
  PROVIDERS_WORD(
      "the provider has the payout and holds what was asked, so that its own word alone ends it"),
  /** The provider speaks of another attempt of the payout, and nobody has settled what that is. */
  OTHER_ATTEMPT_ALIVE(
      "the provider says that it has or had another attempt of this payout, so that the money could be paid twice; two people settle first what became of that one"),
  /** People speak of another attempt, and there is no word of one. */
  NO_OTHER_ATTEMPT("the provider has said of no other attempt of this payout that it has it"),
  /** The sender's payment has not cleared. */
  NOT_FUNDED("the sender's payment has not cleared"),
  /** It was held for another reason than a person's. */
  NOT_HELD_BY_OPERATOR(
      "it was not a person who held it; resend it instead once the fault is mended"),
  /** The provider's id is missing or belongs to another payout. */
  PROVIDER_ID_MISSING("the provider's id of the payout is needed");

  private final String sentence;

  Refusal(String sentence) {
    this.sentence = sentence;
  }

  /** The reason as a clause that can follow "refused because". */
  public String sentence() {
    return sentence;
  }
}
