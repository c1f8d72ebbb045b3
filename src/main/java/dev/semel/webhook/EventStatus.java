package dev.semel.webhook;

/** Where an event of a message stands. */
enum EventStatus {
  /** It waits: no payout of ours is known for it, or it is to be decided again. */
  PARKED,
  /** It changed a payout, or confirmed what is known of it. */
  APPLIED,
  /** It changed nothing, for the reason that is kept with it. */
  REFUSED,
  /** The provider is asked, and its answer decides. */
  ASKED,
  /** No payout of ours turned up in time; a person has it. */
  UNMATCHED
}
