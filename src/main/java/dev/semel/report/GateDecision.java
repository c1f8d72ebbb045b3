// What the gate decided about a delivery.
package dev.semel.report;

import java.util.Optional;

/** What the gate decided about a delivery, before anybody read its content. */
sealed interface GateDecision {
  /** It is handed on to be read. */
  record Accept() implements GateDecision {}

  /**
   * It is kept, and acts on nothing.
   *
   * @param evidence what shows the reason, in sentences for people
   * @param expected what the check wanted, where it compares
   * @param found what it found instead
   */
  record Quarantine(
      QuarantineReason reason, String evidence, Optional<String> expected, Optional<String> found)
      implements GateDecision {
    Quarantine(QuarantineReason reason, String evidence) {
      this(reason, evidence, Optional.empty(), Optional.empty());
    }
  }

  /**
   * The same bytes of the same originator were accepted before.
   *
   * @param earlier the delivery that they came with
   */
  record Suppress(long earlier) implements GateDecision {}
}
