/** Tests of the runs that torment real processes. */
@NullMarked
package dev.semel.app.chaos.processes;

import org.jspecify.annotations.NullMarked;
