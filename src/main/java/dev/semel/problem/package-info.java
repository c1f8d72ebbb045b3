/**
 * Problems as RFC 9457 has them: the closed list of their types, the exception that carries one,
 * the one mapper that answers them, and the pages that explain them. Every feature may use this
 * package; it uses no feature.
 */
@NullMarked
package dev.semel.problem;

import org.jspecify.annotations.NullMarked;
