package dev.semel.domain;

import java.util.Locale;

/**
 * Where a payout stands. Each state says what it means, who moves the payout out of it, and whether
 * the provider may hold the payout.
 */
public enum PayoutState {
  /**
   * Left when funding is confirmed, on cancellation, when a person holds it, or at the deadline.
   */
  AWAITING_FUNDS("Accepted, but the sender's payment has not cleared.", AtProvider.NO, false),

  /** Left when a worker claims it, on cancellation, when a person holds it, or at the deadline. */
  READY(
      "To be sent when due: never sent, or confirmed absent, or definitely not processed.",
      AtProvider.NO,
      false),

  /** Left by that worker's outcome, by what the provider says, or by the end of the lease. */
  SUBMITTING(
      "Claimed by exactly one worker; a request may be on the wire.", AtProvider.PERHAPS, false),

  /**
   * Left only on evidence: a lookup, a verified provider event, confirmed absence, or two people.
   */
  SUBMISSION_UNKNOWN(
      "A request may have been acted on, and its outcome is not known.", AtProvider.PERHAPS, false),

  /** Left when the provider says how it ended; asked about on a schedule, never cancelled. */
  SENT("The provider has it, under its own id.", AtProvider.YES, false),

  /** Left by a person, at the deadline, or when the provider says that it has it after all. */
  HELD("Stopped for a person, and the provider certainly does not have it.", AtProvider.NO, false),

  /** Left only when the money comes back. */
  PAID("The provider says that the beneficiary has the money.", AtProvider.YES, true),

  /** Never left. The only state that tells the customer "failed". */
  FAILED("The provider refused or failed it.", AtProvider.NO_LONGER, true),

  /** Never left. */
  RETURNED("It was sent or paid, and the money came back.", AtProvider.NO_LONGER, true),

  /** Never left. */
  CANCELLED(
      "Stopped before the provider had it, or cancelled by the provider.", AtProvider.NO, true);

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

  private final String meaning;
  private final AtProvider atProvider;
  private final boolean terminal;

  PayoutState(String meaning, AtProvider atProvider, boolean terminal) {
    this.meaning = meaning;
    this.atProvider = atProvider;
    this.terminal = terminal;
  }

  /** What a payout in this state is, as a sentence for people. */
  public String meaning() {
    return meaning;
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
