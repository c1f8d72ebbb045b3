/**
 * A payout partner as a real HTTP server, for the sandbox, the demonstration and the tests of
 * crashes and failures. It accepts payouts, "pays" them, remembers on disk what it paid, fails on
 * demand in the ways that real partners fail, and can always be asked for the truth on a port of
 * its own. It uses nothing of the other packages: what it checks, it must not share.
 */
@NullMarked
package dev.semel.simulator;

import org.jspecify.annotations.NullMarked;
