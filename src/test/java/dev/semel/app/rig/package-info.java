/** Tests of what the runs share. */
@NullMarked
package dev.semel.app.rig;

import org.jspecify.annotations.NullMarked;
