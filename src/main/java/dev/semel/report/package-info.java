/**
 * Providers' reports: fetched, stored as they came, then read. A report that can't be read whole is
 * kept in quarantine and acts on nothing.
 */
@NullMarked
package dev.semel.report;

import org.jspecify.annotations.NullMarked;
