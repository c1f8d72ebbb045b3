// Where the pages of problems get their examples.
package dev.semel.problem;

import com.fasterxml.jackson.databind.JsonNode;

/** Examples of problems. The contract has them, so whoever reads the contract implements this. */
public interface ProblemExamples {

  /** A problem of this type as a client may get it. */
  JsonNode of(ProblemType type);
}
