// How cases are dealt with.
package dev.semel.casework;

import io.smallrye.config.ConfigMapping;
import java.util.Optional;

/** How cases are dealt with. */
@ConfigMapping(prefix = "semel.case")
public interface CaseConfig {
  /**
   * Above how much money at risk a case is one step graver and takes two people to resolve, such as
   * {@code KES 50000.00, EUR 500.00}; nothing where it is left out. {@code
   * SEMEL_CASE_SECOND_PERSON_ABOVE}.
   */
  Optional<String> secondPersonAbove();
}
