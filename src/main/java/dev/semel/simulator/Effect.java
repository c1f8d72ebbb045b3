// The few kinds of misbehaviour that the faults are made of; the code branches on these alone.
package dev.semel.simulator;

/**
 * What a {@link Fault} does. {@code times} is how often one payout meets it by its account number.
 */
sealed interface Effect {

  /** Without end. */
  int ALWAYS = Integer.MAX_VALUE;

  /** Nothing goes wrong. */
  record Nothing() implements Effect {}

  /** Not accepted, and told so with this status and code. */
  record Refuse(int status, String code, int times) implements Effect {}

  /** The connection is reset before anything is recorded: the request never happened. */
  record Drop(int times) implements Effect {}

  /** Accepted, but the answer does not arrive as it should. */
  record Deliver(Delivery how) implements Effect {}

  /** Accepted, but answered as a duplicate with status 500, this time and every later time. */
  record DuplicateUnder500() implements Effect {}

  /** Accepted and answered, and then the partner refuses connections. */
  record Outage() implements Effect {}

  /** Accepted, answered 504, and hidden from lookups for a while. */
  record Hide(boolean longerThanPromised) implements Effect {}

  /** Accepted under another amount than asked. */
  record OtherAmount() implements Effect {}

  /** Accepted, and ends otherwise than paid; of what is returned a fee may be kept. */
  record EndAs(PayoutStatus status, boolean feeKept) implements Effect {}

  /** Accepted and paid, with unusual webhooks. */
  record Notify(Delivered how) implements Effect {}

  /** Accepted and paid, with a report that differs. */
  record Report(ReportChange change) implements Effect {}

  /** How often a payout meets this effect when its account number asks for it. */
  default int times() {
    return switch (this) {
      case Refuse refuse -> refuse.times();
      case Drop drop -> drop.times();
      case Nothing _,
          Deliver _,
          DuplicateUnder500 _,
          Outage _,
          Hide _,
          OtherAmount _,
          EndAs _,
          Notify _,
          Report _ ->
          ALWAYS;
    };
  }

  /** Whether the effect makes sense for a request that asks and changes nothing. */
  default boolean fitsQueries() {
    return switch (this) {
      case Refuse _, Drop _, Deliver _ -> true;
      case Nothing _,
          DuplicateUnder500 _,
          Outage _,
          Hide _,
          OtherAmount _,
          EndAs _,
          Notify _,
          Report _ ->
          false;
    };
  }
}
