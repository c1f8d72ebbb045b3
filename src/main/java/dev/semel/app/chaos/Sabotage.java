// What is broken in the engine on purpose.
package dev.semel.app.chaos;

import dev.semel.db.Sql;
import dev.semel.provider.SubmitOutcome;

/**
 * What is broken in the engine on purpose: a simulation that finds nothing has to show that it
 * would find something.
 */
interface Sabotage {
  /** Nothing. */
  Sabotage NONE = new Sabotage() {};

  /** What the engine is told of a submission. */
  default SubmitOutcome told(SubmitOutcome outcome) {
    return outcome;
  }

  /** Whether a worker writes its request after it asked whether it may. */
  default boolean writes(boolean may) {
    return may;
  }

  /** Done before a node looks at the table, in the open transaction. */
  default void beforeLooking(Sql sql) {}
}
