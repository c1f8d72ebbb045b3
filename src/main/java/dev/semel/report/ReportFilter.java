// Which reports a list shows.
package dev.semel.report;

import dev.semel.db.Conditions;
import java.time.LocalDate;
import java.util.Optional;

/**
 * Which reports a list shows; what is empty does not filter.
 *
 * @param provider of this provider
 * @param status in this status
 * @param day of this business date
 * @param olderThan after the report of this id in the list, which is newest first
 */
record ReportFilter(
    Optional<String> provider,
    Optional<String> status,
    Optional<LocalDate> day,
    Optional<String> olderThan) {

  /** The conditions on reports {@code r}. */
  Conditions conditions() {
    return new Conditions("true")
        .and("r.originator = :provider", "provider", provider)
        .and("r.status = :status", "status", status)
        .and("r.business_date = :day", "day", day)
        .and("r.id < :older", "older", olderThan);
  }
}
