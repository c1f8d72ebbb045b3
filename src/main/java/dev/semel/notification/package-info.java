/** What people are told: alerts, each raised once while nobody has acknowledged it. */
@NullMarked
package dev.semel.notification;

import org.jspecify.annotations.NullMarked;
