/**
 * Measures this build on this machine: {@code ./semel bench …}. It starts the server as a process
 * of its own, as an operator does, with a partner that answers at once.
 */
@NullMarked
package dev.semel.app.bench;

import org.jspecify.annotations.NullMarked;
