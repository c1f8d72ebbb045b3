/**
 * The pure rules and words of a payout: its states, the events that may happen to it, and the one
 * function that decides what an event does.
 *
 * <p>Nothing here reads a clock, rolls a die or talks to anything: time, chance and identifiers
 * come in as arguments, so that every rule can be tested by a table and audited on its own.
 */
@NullMarked
package dev.semel.domain;

import org.jspecify.annotations.NullMarked;
