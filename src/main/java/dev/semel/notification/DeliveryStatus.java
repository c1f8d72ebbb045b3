// What became of a delivery.
package dev.semel.notification;

/** What became of a delivery. */
enum DeliveryStatus {
  /** It is being tried, or will be. */
  PENDING,
  /** The endpoint has answered with 2xx. */
  DELIVERED,
  /** Every try failed. */
  FAILED,
  /** Its endpoint was deleted before. */
  CANCELLED
}
