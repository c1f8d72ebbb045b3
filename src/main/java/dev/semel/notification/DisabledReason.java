// Why an endpoint is disabled.
package dev.semel.notification;

/** Why an endpoint is disabled; the contract has the same list. */
enum DisabledReason {
  /** Its owner said so. */
  REQUESTED,
  /** It answered 410. */
  GONE,
  /** Nothing has arrived there for days. */
  FAILING
}
