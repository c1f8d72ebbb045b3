// Has events delivered again.
package dev.semel.notification;

import dev.semel.db.Ids;
import dev.semel.db.Tx;
import dev.semel.notification.Replay.Span;
import dev.semel.notification.Replay.Status;
import dev.semel.problem.FieldError;
import dev.semel.problem.FieldErrorCode;
import dev.semel.problem.ProblemException;
import dev.semel.security.AuditStore;
import dev.semel.security.Caller;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/**
 * Has events delivered to an endpoint again, under their own ids: one at once, or those of a span,
 * which {@link ContinueReplays} walks. A span takes the place of one that is still being walked.
 */
@Singleton
class ReplayEvents {
  private final EndpointStore endpoints;
  private final EventStore events;
  private final ReplayStore replays;
  private final DeliveryStore deliveries;
  private final AuditStore audit;

  ReplayEvents(
      EndpointStore endpoints,
      EventStore events,
      ReplayStore replays,
      DeliveryStore deliveries,
      AuditStore audit) {
    this.endpoints = endpoints;
    this.events = events;
    this.replays = replays;
    this.deliveries = deliveries;
    this.audit = audit;
  }

  /** Has them delivered, from the open transaction on. */
  Replay replay(Caller caller, String endpointId, ReplayRequest asked) {
    Tx.assertInside();
    WebhookEndpoint endpoint =
        endpoints.lock(caller.tenantId(), endpointId).orElseThrow(ReadEndpoints::noSuchEndpoint);
    String id = Ids.next(Ids.Kind.WEBHOOK_REPLAY);
    switch (asked) {
      case ReplayRequest.One one -> one(caller, endpoint, id, one.eventId());
      case ReplayRequest.Range range -> range(caller, endpoint, id, range);
    }
    audit.append(
        new AuditStore.Entry(
            caller.tenantId(), caller.actor(), "webhook_endpoint.replay", endpointId, null));
    return replays.find(caller.tenantId(), id).orElseThrow();
  }

  private void one(Caller caller, WebhookEndpoint endpoint, String id, String eventId) {
    EventStore.Place place =
        events.find(caller.tenantId(), eventId).orElseThrow(ReplayEvents::noSuchEvent);
    replays.insert(
        new ReplayStore.NewReplay(
            id,
            caller.tenantId(),
            endpoint.id(),
            Optional.of(eventId),
            Optional.empty(),
            false,
            caller.credentialId()),
        new ReplayStore.Walk(place.position() - 1, place.position(), 1));
    deliveries.insert(
        List.of(
            new NewDelivery(
                Ids.next(Ids.Kind.WEBHOOK_DELIVERY),
                caller.tenantId(),
                endpoint.id(),
                DeliveryKind.REPLAY,
                eventId,
                Optional.of(id),
                endpoint.terms().mode())));
  }

  private void range(
      Caller caller, WebhookEndpoint endpoint, String id, ReplayRequest.Range range) {
    Span span = replays.span(range.from(), range.to());
    if (!span.from().isBefore(span.to())) {
      throw ProblemException.invalid(
          List.of(
              FieldError.at(
                  "/from",
                  FieldErrorCode.OUT_OF_RANGE,
                  "Send an instant before the end of the span, which is now when nothing is said.")));
    }
    replays.endRunning(endpoint.id(), Status.SUPERSEDED);
    replays.insert(
        new ReplayStore.NewReplay(
            id,
            caller.tenantId(),
            endpoint.id(),
            Optional.empty(),
            Optional.of(span),
            range.undeliveredOnly(),
            caller.credentialId()),
        replays.walk(caller.tenantId(), span));
  }

  private static ProblemException noSuchEvent() {
    return ProblemException.invalid(
        List.of(
            FieldError.at(
                "/event_id",
                FieldErrorCode.NOT_ALLOWED,
                "Send the id of an event that your feed holds. Older ones are no longer kept.")));
  }
}
