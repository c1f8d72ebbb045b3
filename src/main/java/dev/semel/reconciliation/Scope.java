// What a run compares.
package dev.semel.reconciliation;

import dev.semel.provider.MatchTerms;
import java.time.Instant;
import java.util.List;

/**
 * What a run compares.
 *
 * @param run the run
 * @param day the business date
 * @param reports the reports of that day that count
 * @param others reports that count of days around it
 * @param terms what the provider's file allows
 * @param asOf when the report was asked for: what happened later can't be in it
 * @param large whether it has so many lines that looking for each alone takes longer than reading
 *     whole tables
 */
record Scope(
    String run,
    Day day,
    List<String> reports,
    List<String> others,
    MatchTerms terms,
    Instant asOf,
    boolean large) {
  Scope {
    reports = List.copyOf(reports);
    others = List.copyOf(others);
  }
}
