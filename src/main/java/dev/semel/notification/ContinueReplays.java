// Carries replays on.
package dev.semel.notification;

import dev.semel.db.Ids;
import dev.semel.db.Tx;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/**
 * Carries replays of spans on, a part at a time and each part in one transaction with how far it
 * has come: after a restart, or on another node, it goes on where it was. A replay makes no more
 * deliveries than its endpoint takes: while many wait it waits too.
 */
@Singleton
class ContinueReplays {
  private static final int PART = 200;

  /** As many deliveries of a replay wait at once at most, and one part more. */
  private static final int MOST_WAITING = 200;

  private final ReplayStore replays;
  private final EndpointStore endpoints;
  private final DeliveryStore deliveries;

  ContinueReplays(ReplayStore replays, EndpointStore endpoints, DeliveryStore deliveries) {
    this.replays = replays;
    this.endpoints = endpoints;
    this.deliveries = deliveries;
  }

  /** Carries one replay on by a part, and returns whether there was one. */
  boolean step() {
    return Tx.call(
        () -> {
          Optional<ReplayStore.Running> next = replays.lockNext(MOST_WAITING);
          next.ifPresent(this::walk);
          return next.isPresent();
        });
  }

  private void walk(ReplayStore.Running replay) {
    WebhookEndpoint endpoint = endpoints.find(replay.tenantId(), replay.endpointId()).orElseThrow();
    List<ReplayStore.Step> steps = replays.next(replay, PART);
    List<NewDelivery> wanted =
        steps.stream()
            .filter(step -> endpoint.wants(step.type()))
            .filter(step -> !(replay.undeliveredOnly() && step.known()))
            .map(step -> delivery(replay, endpoint, step.eventId()))
            .toList();
    deliveries.insert(wanted);
    boolean finished = steps.size() < PART;
    long at = steps.isEmpty() ? replay.last() : steps.getLast().position();
    replays.advance(replay, at, steps.size(), wanted.size(), finished);
  }

  private static NewDelivery delivery(
      ReplayStore.Running replay, WebhookEndpoint endpoint, String eventId) {
    return new NewDelivery(
        Ids.next(Ids.Kind.WEBHOOK_DELIVERY),
        replay.tenantId(),
        endpoint.id(),
        DeliveryKind.REPLAY,
        eventId,
        Optional.of(replay.id()),
        endpoint.terms().mode());
  }
}
