/**
 * {@code ./semel chaos --processes}: three servers, a database behind a proxy and simulated
 * partners, each a process of its own, that are killed, stopped and cut off while payouts flow. At
 * the end what clients were promised, what the partners did and what the database holds have to
 * agree.
 */
@NullMarked
package dev.semel.app.chaos.processes;

import org.jspecify.annotations.NullMarked;
