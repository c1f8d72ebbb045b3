// An invariant that does not hold.
package dev.semel.model;

/** An invariant that does not hold; the explorer adds how it came to that. */
final class Violation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  final Invariant invariant;

  Violation(Invariant invariant, String why) {
    super("Invariant " + invariant + ". Here: " + why, null, false, false);
    this.invariant = invariant;
  }

  static void unless(boolean holds, Invariant invariant, String why) {
    if (!holds) {
      throw new Violation(invariant, why);
    }
  }
}
