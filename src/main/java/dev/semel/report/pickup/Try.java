// A try to get a report.
package dev.semel.report.pickup;

import java.time.Instant;

/**
 * A try to get a report that failed.
 *
 * @param at when it ended, by the database's clock
 * @param fault what went wrong, a sentence
 */
public record Try(Instant at, String fault) {}
