/**
 * What every request meets before it is anybody's: what may come in over a connection, and in what
 * form. It knows no operation.
 */
@NullMarked
package dev.semel.app.edge;

import org.jspecify.annotations.NullMarked;
