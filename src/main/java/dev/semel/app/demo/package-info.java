/**
 * {@code ./semel demo}: a database, a simulated partner and the server in one process, and a story
 * of about twenty payouts told live over the public API. At the end the partner's truth is compared
 * with our records, and the exit status says whether they agree.
 */
@NullMarked
package dev.semel.app.demo;

import org.jspecify.annotations.NullMarked;
