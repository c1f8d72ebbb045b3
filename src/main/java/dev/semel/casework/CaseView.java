// A case with everything that people see of it.
package dev.semel.casework;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * A case with everything that people see of it.
 *
 * @param opsCase the case
 * @param facts what was compared, as texts by name
 * @param history what was done with it, oldest first
 * @param evidence both sides as they are on record now
 */
record CaseView(OpsCase opsCase, JsonNode facts, List<CaseEntry> history, CaseEvidence evidence) {}
