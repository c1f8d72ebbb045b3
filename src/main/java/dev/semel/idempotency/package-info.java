/**
 * One answer for one key: what makes two requests the same, and how the first answer is kept and
 * given again.
 */
@NullMarked
package dev.semel.idempotency;

import org.jspecify.annotations.NullMarked;
