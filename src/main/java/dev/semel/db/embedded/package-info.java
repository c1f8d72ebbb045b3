/**
 * A real PostgreSQL that a server brings along when no database is configured: unpacked, created,
 * started, found again after a crash, and stopped.
 */
@NullMarked
package dev.semel.db.embedded;

import org.jspecify.annotations.NullMarked;
