package dev.semel.domain;

import java.util.Locale;

/**
 * Where a payout stands. Each state says what it means, who moves the payout out of it, and whether
 * the provider may hold the payout.
 */
public enum PayoutState {
  /**
   * Accepted, but the sender's payment has not cleared. Left when funding is confirmed, on
   * cancellation, or at the deadline.
   */
  AWAITING_FUNDS(AtProvider.NO, false),

  /**
   * To be sent when due. Never sent, or confirmed absent, or definitely not processed. Left when a
   * worker claims it, on cancellation, or at the deadline.
   */
  READY(AtProvider.NO, false),

  /**
   * Claimed by exactly one worker; a request may be on the wire. Left by that worker's outcome, or
   * by the end of its lease.
   */
  SUBMITTING(AtProvider.PERHAPS, false),

  /**
   * A request may have been acted on and its outcome is not known. Left only on evidence: a lookup,
   * a verified provider event, confirmed absence, or two people.
   */
  SUBMISSION_UNKNOWN(AtProvider.PERHAPS, false),

  /**
   * The provider has it, under its own id. Left when the provider says how it ended; asked about on
   * a schedule, never cancelled.
   */
  SENT(AtProvider.YES, false),

  /**
   * Stopped for a person, and the provider certainly does not have it. Left by a person, or at the
   * deadline.
   */
  HELD(AtProvider.NO, false),

  /** The provider says the beneficiary has the money. Left only when the money comes back. */
  PAID(AtProvider.YES, true),

  /** The provider refused or failed it: the only state that tells the customer "failed". */
  FAILED(AtProvider.NO_LONGER, true),

  /** It was sent or paid, and the money came back. */
  RETURNED(AtProvider.NO_LONGER, true),

  /** Stopped before the provider had it, or cancelled by the provider. */
  CANCELLED(AtProvider.NO, true);

  /** Whether the provider may hold a payout in a state. */
  public enum AtProvider {
    /** It certainly does not. */
    NO,
    /** It may or may not: nothing may be sent again without evidence. */
    PERHAPS,
    /** It does. */
    YES,
    /** It did, or was asked to, and is done with it. */
    NO_LONGER
  }

  private final AtProvider atProvider;
  private final boolean terminal;

  PayoutState(AtProvider atProvider, boolean terminal) {
    this.atProvider = atProvider;
    this.terminal = terminal;
  }

  /** Whether the provider may hold a payout in this state. */
  public AtProvider atProvider() {
    return atProvider;
  }

  /** True where no further change is expected ({@code paid} may still become {@code returned}). */
  public boolean terminal() {
    return terminal;
  }

  /** The state's name on the wire and in the database, such as {@code submission_unknown}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The state of a wire name.
   *
   * @throws IllegalArgumentException when no state has that name
   */
  public static PayoutState ofWireName(String name) {
    return WireNames.parse(PayoutState.class, name);
  }
}
