package dev.semel.app.conformance;

import java.time.Duration;

/**
 * What the partner does in a scenario.
 *
 * @param act what becomes of the first request
 * @param atSteps whether that is the first request of the steps, and not of the call that moves
 *     money
 * @param fate what becomes of the payment
 * @param hidden how long the payment does not show in a lookup
 * @param tells whether the partner's messages arrive
 */
record Script(Act act, boolean atSteps, Fate fate, Duration hidden, boolean tells) {
  /** A request, and messages that are lost, as messages are. */
  static Script of(Act act) {
    return new Script(act, false, Fate.PAYS, Duration.ZERO, false);
  }

  Script inSteps() {
    return new Script(act, true, fate, hidden, tells);
  }

  Script with(Fate next) {
    return new Script(act, atSteps, next, hidden, tells);
  }

  Script hiddenFor(Duration time) {
    return new Script(act, atSteps, fate, time, tells);
  }

  Script telling() {
    return new Script(act, atSteps, fate, hidden, true);
  }
}
