// An alert as people see it.
package dev.semel.notification;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An alert.
 *
 * @param id its id
 * @param kind what it is about
 * @param message what is the matter and what to do
 * @param provider the provider it is about
 * @param payoutId the payout it is about
 * @param raisedAt when it was raised first
 * @param lastAt when it was raised last
 * @param times how often it was raised while nobody had acknowledged it
 * @param overAt when what it tells of was over, where that is known
 * @param acknowledgedAt when somebody said that they have seen it
 * @param acknowledgedBy who
 */
record Alert(
    String id,
    String kind,
    String message,
    @Nullable String provider,
    @Nullable String payoutId,
    Instant raisedAt,
    Instant lastAt,
    int times,
    @Nullable Instant overAt,
    @Nullable Instant acknowledgedAt,
    @Nullable String acknowledgedBy) {}
