/** Tests of the simulation, and the engine's run in it. */
@NullMarked
package dev.semel.app.chaos;

import org.jspecify.annotations.NullMarked;
