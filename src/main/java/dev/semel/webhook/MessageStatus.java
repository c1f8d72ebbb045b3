package dev.semel.webhook;

/** Where a message stands. */
enum MessageStatus {
  /** Stored, and due to be processed. */
  RECEIVED,
  /** Everything in it was decided, is parked, or was known already. */
  PROCESSED,
  /** It could not be processed; a person should look. */
  FAILED,
  /** It was rejected and acts on nothing. */
  QUARANTINED
}
