package dev.semel.provider;

/** Whether an inbound message comes from the provider it claims to come from. */
public sealed interface WebhookVerdict {
  /** The signature over the raw bytes is good, and its time stamp is within the tolerance. */
  record Verified() implements WebhookVerdict {}

  /**
   * It brings the token of a question of ours about the payout that it names: it is the answer to
   * that question.
   */
  record Answer() implements WebhookVerdict {}

  /** The provider does not sign its messages: this one may only make us ask. */
  record Hint() implements WebhookVerdict {}

  /** A test message of the provider's: acknowledged, kept, not applied. */
  record Test() implements WebhookVerdict {}

  /**
   * The signature is missing or bad, or its time stamp is outside the tolerance. The reason holds
   * no secret.
   */
  record Rejected(String reason) implements WebhookVerdict {}
}
