// The closed list of what clients are told.
package dev.semel.domain;

import java.util.Arrays;
import java.util.Optional;

/**
 * What clients are told of a payout. The contract and the database have the same list. The wire
 * name is {@code payout.created}, or {@code payout.} and the status that the payout has now.
 */
public enum EventType {
  /** It was accepted, in whichever status it began. */
  CREATED,
  /** A person let it go on waiting for the sender's payment. */
  AWAITING_FUNDS,
  /** It is to be sent, for the first time or again. */
  READY,
  /** A request to the provider may be on the wire. */
  SUBMITTING,
  /** The provider may have it, and that is being found out. */
  SUBMISSION_UNKNOWN,
  /** The provider has it. */
  SENT,
  /** It waits for a person, and the provider does not have it. */
  HELD,
  /** The beneficiary has the money. */
  PAID,
  /** The provider refused or failed it. */
  FAILED,
  /** The money came back. */
  RETURNED,
  /** It was stopped. */
  CANCELLED,
  /**
   * The planned lookups did not tell whether the provider has it, and a person was asked to find
   * out. The status stays {@code submission_unknown}.
   */
  UNRESOLVED;

  private static final String PREFIX = "payout.";

  /** The name on the wire and in the database, such as {@code payout.paid}. */
  public String wireName() {
    return PREFIX + WireNames.of(this);
  }

  /** What a client is told when a payout comes into a state. */
  public static EventType of(PayoutState state) {
    return switch (state) {
      case AWAITING_FUNDS -> AWAITING_FUNDS;
      case READY -> READY;
      case SUBMITTING -> SUBMITTING;
      case SUBMISSION_UNKNOWN -> SUBMISSION_UNKNOWN;
      case SENT -> SENT;
      case HELD -> HELD;
      case PAID -> PAID;
      case FAILED -> FAILED;
      case RETURNED -> RETURNED;
      case CANCELLED -> CANCELLED;
    };
  }

  /** The type of a wire name, or empty when there is none. */
  public static Optional<EventType> find(String wireName) {
    return Arrays.stream(values()).filter(type -> type.wireName().equals(wireName)).findFirst();
  }
}
