/**
 * Work for people: a case for each difference or doubt, opened once however often it is found, and
 * what people do with it. Nothing here changes a payout.
 */
@NullMarked
package dev.semel.casework;

import org.jspecify.annotations.NullMarked;
