/**
 * A model check of the program itself: an explorer goes through every order of what workers, the
 * network, the partner, people and time can do to one payout, and the program's own classes decide
 * each step.
 */
@NullMarked
package dev.semel.model;

import org.jspecify.annotations.NullMarked;
