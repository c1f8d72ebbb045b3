// Work on a payout that failed.
package dev.semel.submission;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Work on a payout that failed.
 *
 * @param id its id
 * @param tenantId whose payout it is
 * @param kind what is done
 * @param payoutId the payout
 * @param provider the payout's provider
 * @param state how far it has come
 * @param failures how often it has failed in a row
 * @param error the kind of the last failure
 * @param message what is known of it, without anything secret
 * @param firstFailedAt when it failed first
 * @param lastFailedAt when it failed last
 * @param nextTryAt not before then it is tried again; null when it is not
 */
record Job(
    String id,
    String tenantId,
    JobKind kind,
    String payoutId,
    String provider,
    JobState state,
    int failures,
    String error,
    String message,
    Instant firstFailedAt,
    Instant lastFailedAt,
    @Nullable Instant nextTryAt) {}
