package dev.semel.domain;

/**
 * What people who settle or resend a payout say of another attempt of it, of which the provider
 * said that it has or had it.
 */
public enum OtherAttempt {
  /** Nothing. */
  UNMENTIONED,
  /** The provider was mistaken, or is done with it: it has not paid it and will not. */
  DISMISSED,
  /** That attempt is the payout: it is the present one from now on. */
  ADOPTED
}
