/**
 * What Semel needs of a payout provider, and how providers are connected: the interface that the
 * engine drives, the sealed outcomes of a call, the provider files that describe partners as data,
 * the HTTP connector that carries them out, and the log of every outbound call.
 */
@NullMarked
package dev.semel.provider;

import org.jspecify.annotations.NullMarked;
