package dev.semel.provider.file;

/** What a rule says that an answer means. */
public enum AnswerMeaning {
  /** The partner has the payout. */
  ACCEPTED,
  /** A business refusal. */
  REFUSED,
  /** The partner has this reference already. */
  DUPLICATE,
  /** Nothing was processed, and the partner asks for patience. */
  BUSY,
  /** The partner asks for patience, and does not promise that nothing was processed. */
  THROTTLED,
  /** The request was refused for a fault on our side. */
  PLATFORM_FAULT,
  /** It can't be told. */
  UNKNOWN,
  /** A lookup found the payout. */
  FOUND,
  /** A lookup says that there is no such payout. */
  ABSENT,
  /** A lookup's result comes later by webhook. */
  PENDING
}
