/** Requests made from the contract by chance, and what their answers must be. */
@NullMarked
package dev.semel.testing.fuzz;

import org.jspecify.annotations.NullMarked;
