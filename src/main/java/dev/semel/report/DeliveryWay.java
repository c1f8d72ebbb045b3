// How a report came to us.
package dev.semel.report;

/** How a report came to us. */
enum DeliveryWay {
  /** The reconciliation asked the provider for it. */
  FETCHED,
  /** It was got, or sent, before anybody asked for it. */
  PICKED_UP
}
