// The contract's examples of problems, for the pages that explain them.
package dev.semel.app;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.problem.ProblemExamples;
import dev.semel.problem.ProblemType;
import jakarta.inject.Singleton;

/** Gives every problem type the example that the contract has of it. */
@Singleton
public final class ContractProblems implements ProblemExamples {

  @Override
  public JsonNode of(ProblemType type) {
    return Examples.ALL.path(type.slug()).path("value");
  }

  /** Read when a page is first asked for: parsing the document would slow the start. */
  private static final class Examples {
    static final JsonNode ALL = ContractFile.tree().at("/components/examples");
  }
}
