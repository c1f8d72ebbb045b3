/**
 * What the demonstration, the measurements and the runs that torment the server share: processes of
 * this build, the engine stepped by hand, the way to the database, the simulator's provider file,
 * and the comparison of the partner's truth with our records.
 */
@NullMarked
package dev.semel.app.rig;

import org.jspecify.annotations.NullMarked;
