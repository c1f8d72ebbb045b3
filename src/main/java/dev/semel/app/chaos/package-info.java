/**
 * Runs the engine against partners, nodes and clients that fail: {@code ./semel chaos}. The engine
 * and PostgreSQL are the real ones; time, chance and the partners are simulated, and a seed makes
 * the same run again.
 */
@NullMarked
package dev.semel.app.chaos;

import org.jspecify.annotations.NullMarked;
