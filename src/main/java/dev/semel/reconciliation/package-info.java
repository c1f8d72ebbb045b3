/**
 * Our payouts compared with what a provider reports: nightly and on demand. Each difference is put
 * before people as a case; no payout is changed, because an automatic correction is how one error
 * becomes two.
 */
@NullMarked
package dev.semel.reconciliation;

import org.jspecify.annotations.NullMarked;
