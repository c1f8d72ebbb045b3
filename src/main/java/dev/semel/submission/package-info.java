/**
 * Carries payouts to their providers: claims what is due under a lease, submits it once, finds out
 * what became of unknown outcomes, asks about sent payouts, and takes over from workers that died.
 * Calls to providers are made here, between two transactions and never inside one.
 */
@NullMarked
package dev.semel.submission;

import org.jspecify.annotations.NullMarked;
