// How far people are with a case.
package dev.semel.casework;

import dev.semel.domain.WireNames;
import java.util.Arrays;
import java.util.List;

/** How far people are with a case. */
public enum CaseStatus {
  /** Nobody has it yet. */
  OPEN,
  /** Somebody has it. */
  ASSIGNED,
  /** Somebody has said what was found, and a second person has to confirm it. */
  PROPOSED,
  /** Somebody has said what was found. It stays so until it is reopened. */
  RESOLVED;

  /** The wire names of all of them. */
  static final List<String> NAMES = Arrays.stream(values()).map(WireNames::of).toList();
}
