// How far a payment is at the partner.
package dev.semel.app.conformance;

import dev.semel.domain.WireNames;

/** How far a payment is at the partner. A dialect has a word for each. */
enum Stage {
  /** It is known, and its money has not moved. */
  DRAFT,
  /** It will be paid. */
  ACCEPTED,
  /** It is being paid. */
  PROCESSING,
  /** The beneficiary has the money. */
  PAID,
  /** It was not paid after all. */
  FAILED,
  /** It was paid, and the money came back. */
  RETURNED,
  /** It was stopped before it was paid. */
  CANCELLED;

  /** Whether the money is with the beneficiary or on its way. */
  boolean alive() {
    return this == ACCEPTED || this == PROCESSING || this == PAID;
  }

  /** Whether it has a reason: it failed, or came back. */
  boolean troubled() {
    return this == FAILED || this == RETURNED;
  }

  String word() {
    return WireNames.of(this);
  }
}
