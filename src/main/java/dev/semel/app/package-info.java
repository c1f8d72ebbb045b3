/**
 * Wiring: the command line, start-up checks, configuration and schedules. It may use every other
 * package and none may use it.
 */
@NullMarked
package dev.semel.app;

import org.jspecify.annotations.NullMarked;
