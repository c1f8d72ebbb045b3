// An event of the feed.
package dev.semel.notification;

import java.time.Instant;

/**
 * An event of a tenant's feed, as it is read.
 *
 * @param sequence where it stands in its payout's history, from 1
 * @param data what it carries, a JSON text
 * @param position where it stands in the feed, from 1
 */
record Event(
    String id,
    String type,
    Instant occurredAt,
    String payoutId,
    int sequence,
    String data,
    long position) {}
