// What the simulator says of a payout.
package dev.semel.simulator;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The states of a payout at the partner. */
enum PayoutStatus {
  ACCEPTED,
  PROCESSING,
  PAID,
  FAILED,
  RETURNED;

  @JsonValue
  String word() {
    return Words.of(this);
  }

  @JsonCreator
  static PayoutStatus parse(String word) {
    return Words.parse(PayoutStatus.class, word);
  }
}
