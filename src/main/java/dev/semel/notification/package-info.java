/**
 * What is told to whom: alerts to people, each raised once while nobody has acknowledged it; to
 * clients, the events of their payouts and the endpoints of theirs that events are meant for.
 */
@NullMarked
package dev.semel.notification;

import org.jspecify.annotations.NullMarked;
