// What the simulator does with a payout that it has seen before.
package dev.semel.simulator;

/** How a repeated submission is treated. */
public enum Duplicates {
  /** A client reference is accepted once; a repeat is 409 with the original's id. */
  REJECTS_DUPLICATE_REFERENCE,
  /** The same Idempotency-Key and body replay the original answer; another key pays again. */
  REPLAYS_KEY,
  /** Every submission is a new payout: it shows what a client's mistake would cost. */
  FORGETFUL
}
