package dev.semel.domain;

/** Why a payout is held. */
public enum HoldReason {
  /** A person stopped it, or has to look before it goes on; a person releases it. */
  OPERATOR,
  /**
   * The provider refused our request for a fault on our side, such as credentials or a short
   * prefunded balance.
   */
  PLATFORM_FAULT,
  /** Every try failed before anything was processed, and the tries or the time are used up. */
  RETRIES_USED_UP,
  /** The provider's file needs data that the payout lacks. */
  DATA_MISSING
}
