package dev.semel.app.conformance;

import java.time.Duration;
import java.util.List;

/**
 * What becomes of a payment after its money has moved.
 *
 * @param steps in order, each so long after the beginning
 */
record Fate(List<Step> steps) {
  private static final Step PROCESSING = new Step(Duration.ofMinutes(1), Stage.PROCESSING, false);
  private static final Step PAID = new Step(Duration.ofMinutes(10), Stage.PAID, false);

  /** It is paid ten minutes later. */
  static final Fate PAYS = new Fate(List.of(PROCESSING, PAID));

  /** It fails ten minutes later. */
  static final Fate FAILS =
      new Fate(List.of(PROCESSING, new Step(Duration.ofMinutes(10), Stage.FAILED, false)));

  /** It is paid, and three days later the money comes back. */
  static final Fate RETURNS =
      new Fate(List.of(PROCESSING, PAID, new Step(Duration.ofDays(3), Stage.RETURNED, false)));

  /** For a day it has a word that nobody has heard; then it is paid. */
  static final Fate STRANGE =
      new Fate(
          List.of(
              new Step(Duration.ofSeconds(1), Stage.PROCESSING, true),
              new Step(Duration.ofDays(1), Stage.PAID, false)));

  /** It is processed for a day, and then paid. */
  static final Fate SLOW =
      new Fate(List.of(PROCESSING, new Step(Duration.ofDays(1), Stage.PAID, false)));

  Fate {
    steps = List.copyOf(steps);
  }

  /** A change, and whether it is told in a word that nobody has heard. */
  record Step(Duration after, Stage stage, boolean strange) {}
}
