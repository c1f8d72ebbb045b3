package dev.semel.domain;

import java.util.Arrays;

/** What a provider says of a payout, in our words. Ordered by how far along the payout is. */
public enum ProviderStatus {
  /**
   * It has the payout and is working on it. Also what an unlisted status word counts as, with an
   * alert.
   */
  PROCESSING(PayoutState.SENT, 0),
  /** It failed the payout. */
  FAILED(PayoutState.FAILED, 1),
  /** It cancelled the payout. */
  CANCELLED(PayoutState.CANCELLED, 1),
  /** The beneficiary has the money. */
  PAID(PayoutState.PAID, 1),
  /** The money came back. */
  RETURNED(PayoutState.RETURNED, 2);

  private final PayoutState state;
  private final int progress;

  ProviderStatus(PayoutState state, int progress) {
    this.state = state;
    this.progress = progress;
  }

  /** The state of a payout of which the provider says this. */
  public PayoutState state() {
    return state;
  }

  /**
   * True where a payout of that state is farther along, among the states that a provider gives:
   * orders statements that carry equal times.
   */
  public boolean isLessFarThan(PayoutState reached) {
    return Arrays.stream(values())
        .anyMatch(status -> status.state == reached && progress < status.progress);
  }
}
