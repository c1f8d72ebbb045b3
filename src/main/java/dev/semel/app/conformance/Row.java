package dev.semel.app.conformance;

/**
 * A line of the table.
 *
 * @param scenario the fault
 * @param label tells it from the fault's other lines; may be empty
 * @param result what came of it
 */
record Row(Scenario scenario, String label, Result result) {
  /** What came of a fault. */
  sealed interface Result {}

  /** It was played. */
  record Played(Verdict verdict) implements Result {}

  /** This partner, or this file, has nothing of the kind. */
  record DoesNotApply(String reason) implements Result {}

  boolean failed() {
    return result instanceof Played played && !played.verdict().passed();
  }

  String fault() {
    return label.isEmpty() ? scenario.title() : scenario.title() + " (" + label + ")";
  }
}
