// Why something is delivered.
package dev.semel.notification;

/** Why something is delivered. */
enum DeliveryKind {
  /** It happened. */
  EVENT,
  /** Somebody asked for it again. */
  REPLAY,
  /** Somebody wants to see whether deliveries arrive. Tried once; says nothing of a payout. */
  TEST
}
