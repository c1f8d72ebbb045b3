/** Tests of the simulated partner, over real HTTP against its truth. */
@NullMarked
package dev.semel.simulator;

import org.jspecify.annotations.NullMarked;
