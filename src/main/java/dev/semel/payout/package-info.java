/**
 * Payouts as clients know them: accepted, read, funded and cancelled; and the one writer of their
 * state.
 */
@NullMarked
package dev.semel.payout;

import org.jspecify.annotations.NullMarked;
