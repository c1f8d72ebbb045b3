// What always holds: the invariants of the state machine, by number.
package dev.semel.model;

/** What always holds. */
enum Invariant {
  ONE_REFERENCE(
      "1: the provider is never asked to act twice, nor under two references, unless the first is"
          + " known to be refused or not processed"),
  ONE_WORKER("2: at most one worker may write a request of a payout"),
  FUNDED_AND_IN_TIME("3: no request is sent before its funds have cleared, nor after its deadline"),
  NO_BLIND_RESEND(
      "4: from submission_unknown nothing is resent unless absence is confirmed, and true, or two"
          + " people said so"),
  EXPLAINED("5: the history explains every state: only an applied event changes the row"),
  FINAL(
      "6: paid, failed, returned and cancelled are left only from paid to returned, and from failed"
          + " where that is how the provider reports a return"),
  NEVER_FORGOTTEN("7: every payout is final, or has something due, or is in front of a person"),
  TRUE_STATE("unknown before wrong: no state says what is untrue at the partner");

  private final String sentence;

  Invariant(String sentence) {
    this.sentence = sentence;
  }

  /** Its number, or its first words. */
  String shortly() {
    return sentence.startsWith("unknown")
        ? "unknown before wrong"
        : "invariant " + sentence.charAt(0);
  }

  @Override
  public String toString() {
    return sentence;
  }
}
