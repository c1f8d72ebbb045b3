/** What tests of every feature share: a real PostgreSQL, and the server as a process of its own. */
@NullMarked
package dev.semel.testing;

import org.jspecify.annotations.NullMarked;
