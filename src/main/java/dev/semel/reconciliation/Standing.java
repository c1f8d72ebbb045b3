// How our state of a payout and a provider's status of it go together.
package dev.semel.reconciliation;

import dev.semel.domain.PayoutState;
import dev.semel.domain.ProviderStatus;

/** How our state of a payout and a provider's status of it go together. */
enum Standing {
  /** They say the same. */
  AGREES,
  /** The provider is farther along: its word may still be on the way to us. */
  OURS_BEHIND,
  /** We are farther along: the report may have been written before. */
  THEIRS_BEHIND,
  /** They can't both be true, or the provider has what it should not have. */
  CONTRADICTS;

  /**
   * How the two go together.
   *
   * @param theirs the provider's status, in which its ways of saying "returned" are understood
   */
  static Standing of(PayoutState ours, ProviderStatus theirs) {
    return switch (ours) {
      // The provider certainly should not have these, or nobody knows and this tells.
      case AWAITING_FUNDS, READY, HELD, SUBMISSION_UNKNOWN -> CONTRADICTS;
      case SUBMITTING, SENT -> theirs == ProviderStatus.PROCESSING ? AGREES : OURS_BEHIND;
      case PAID ->
          switch (theirs) {
            case PROCESSING -> THEIRS_BEHIND;
            case PAID -> AGREES;
            // Money that came back and that nobody here knows of does not wait.
            case RETURNED, FAILED, CANCELLED -> CONTRADICTS;
          };
      case RETURNED ->
          switch (theirs) {
            case PROCESSING, PAID -> THEIRS_BEHIND;
            case RETURNED -> AGREES;
            case FAILED, CANCELLED -> CONTRADICTS;
          };
      case FAILED ->
          switch (theirs) {
            case PROCESSING -> THEIRS_BEHIND;
            case FAILED -> AGREES;
            case PAID, RETURNED, CANCELLED -> CONTRADICTS;
          };
      case CANCELLED -> theirs == ProviderStatus.CANCELLED ? AGREES : CONTRADICTS;
    };
  }
}
