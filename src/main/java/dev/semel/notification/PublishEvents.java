// Gives committed events their places in the feeds.
package dev.semel.notification;

import dev.semel.db.SqlStates;
import dev.semel.db.Tx;
import jakarta.inject.Singleton;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Gives committed events their places in the tenants' feeds. Transactions commit in another order
 * than they write: a place that was given while writing could be passed by a reader before it can
 * be seen. Places are therefore given afterwards, one transaction after the other for each tenant,
 * and only what has one is read. Whatever comes later stands behind it. As a place is given once,
 * the same transaction hands the event to the tenant's webhook endpoints.
 *
 * <p>Any number of nodes may do it at once, and readers do it for their own tenant.
 */
@Singleton
public final class PublishEvents {
  private static final Logger LOG = Logger.getLogger(PublishEvents.class);
  private static final int BATCH = 500;

  /** So that a tenant with a long backlog does not keep the others waiting. */
  private static final int MOST_BATCHES = 20;

  private final EventStore events;
  private final QueueDeliveries queueDeliveries;
  private final DeliverySignal signal;

  PublishEvents(EventStore events, QueueDeliveries queueDeliveries, DeliverySignal signal) {
    this.events = events;
    this.queueDeliveries = queueDeliveries;
    this.signal = signal;
  }

  /** Publishes what tenants have waiting, and returns how many events that were. */
  public int ofAll() {
    int published = 0;
    for (String tenant : Tx.call(events::tenantsToPublish)) {
      int batch = BATCH;
      for (int i = 0; i < MOST_BATCHES && batch == BATCH; i++) {
        batch = Tx.call(() -> publish(tenant));
        published += batch;
      }
    }
    return published;
  }

  /**
   * Publishes what one tenant has waiting, a bounded number at once. When others hold the feed for
   * too long it does without: what they publish can be read the next time.
   */
  void of(String tenantId) {
    if (!Tx.call(() -> events.hasUnpublished(tenantId))) {
      return;
    }
    try {
      Tx.run(() -> publish(tenantId));
    } catch (RuntimeException e) {
      if (!SqlStates.lockTimedOut(e)) {
        throw e;
      }
      LOG.warnf(
          "The event feed of tenant %s was locked for too long and was read as it is", tenantId);
    }
  }

  private int publish(String tenantId) {
    List<EventStore.Published> published = events.publish(tenantId, BATCH);
    queueDeliveries.of(tenantId, published);
    if (!published.isEmpty()) {
      Tx.afterCommit(signal::raise);
    }
    return published.size();
  }
}
