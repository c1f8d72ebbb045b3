// Problems that several operations of this package answer with.
package dev.semel.payout;

import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;

/** Problems that several operations of this package answer with. */
final class Problems {
  private Problems() {}

  /** What belongs to another tenant looks exactly like what does not exist. */
  static ProblemException noSuchPayout() {
    return new ProblemException(
        ProblemType.NOT_FOUND,
        "There is no payout with this id. Check the id, and whose credential you use.");
  }

  /** What belongs to another tenant looks exactly like what does not exist. */
  static ProblemException noSuchBatch() {
    return new ProblemException(
        ProblemType.NOT_FOUND,
        "There is no batch with this id. Check the id, and whose credential you use.");
  }

  /** What belongs to another tenant looks exactly like what does not exist. */
  static ProblemException noSuchApproval() {
    return new ProblemException(
        ProblemType.NOT_FOUND,
        "There is no approval with this id. Check the id, and whose credential you use.");
  }
}
