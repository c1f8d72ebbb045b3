// Endpoints, events and deliveries of a test, on a real database and stepped by hand.
package dev.semel.notification;

import dev.semel.db.Tx;
import dev.semel.domain.EventType;
import dev.semel.model.ReachedRows;
import dev.semel.notification.WebhookEndpoint.Mode;
import dev.semel.notification.WebhookEndpoint.Terms;
import dev.semel.security.Caller;
import dev.semel.security.Seals;
import dev.semel.security.SecretSeal;
import dev.semel.testing.PaperPartner;
import dev.semel.testing.PlainEngine;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** One tenant's endpoints and events; what earlier scenes left is gone. */
final class DeliveryScene {
  private static final String KEY = Base64.getEncoder().encodeToString(new byte[32]);

  private final PlainEngine engine;
  private final PaperCourier courier = new PaperCourier();
  private final PaperEvents events;

  DeliveryScene(DataSource database) {
    engine = PlainEngine.on(database, new PaperPartner(ReachedRows.terms()).provider());
    engine.wiring().give(SecretSeal.class, Seals.with(KEY)).give(Courier.class, courier);
    engine.run(
        "TRUNCATE webhook_attempt, webhook_delivery, webhook_replay, webhook_endpoint, notification, notification_stream, alert");
    events = new PaperEvents(database, engine.tenant());
  }

  PaperCourier courier() {
    return courier;
  }

  PlainEngine engine() {
    return engine;
  }

  <T> T get(Class<T> part) {
    return engine.get(part);
  }

  String tenant() {
    return engine.tenant().id();
  }

  Caller caller() {
    return new Caller(engine.tenant().credentialId(), engine.tenant().id(), false, Set.of());
  }

  /** An endpoint for everything. */
  String endpoint() {
    return endpoint(Optional.empty(), Mode.FULL);
  }

  String endpoint(Optional<List<EventType>> types, Mode mode) {
    Terms terms = new Terms("https://shop.example.com/hooks", types, mode, Optional.empty());
    CreateEndpoint.Outcome made =
        inTx(() -> get(CreateEndpoint.class).create(caller(), terms, SigningKey.Kind.HMAC_SHA256));
    return ((CreateEndpoint.Outcome.Created) made).fresh().endpoint().id();
  }

  /** A published event. */
  String event() {
    String id = event("payout.ready");
    publish();
    return id;
  }

  /** A committed event that is not published. */
  String event(String type) {
    return events.write(type);
  }

  void publish() {
    engine.perform(() -> get(PublishEvents.class).ofAll());
  }

  /** Claims everything that is due, and makes an attempt for each. */
  int deliver() {
    List<DueDelivery> claimed = claim(100);
    engine.perform(() -> claimed.forEach(get(DeliverEvent.class)::deliver));
    return claimed.size();
  }

  /** Claims, as a node that dies before it does anything. */
  List<DueDelivery> claim(int most) {
    List<DueDelivery> all =
        new ArrayList<>(engine.call(() -> get(ClaimDeliveries.class).claim(false, most)));
    all.addAll(engine.call(() -> get(ClaimDeliveries.class).claim(true, most)));
    return all;
  }

  /** Time passes: whatever waits for a later try is due, and no endpoint rests. */
  void later() {
    engine.run("UPDATE webhook_delivery SET due_at = now() WHERE status = 'pending'");
    engine.run("UPDATE webhook_endpoint SET rest_until = NULL");
  }

  /** Time passes: the claims of those who are gone have ended. */
  void leasesEnd() {
    engine.run("UPDATE webhook_delivery SET lease_until = now() WHERE lease_until IS NOT NULL");
  }

  Delivery only() {
    List<Delivery> all = deliveries();
    if (all.size() != 1) {
      throw new AssertionError("one delivery expected: " + all);
    }
    return all.getFirst();
  }

  /** All deliveries, newest first. */
  List<Delivery> deliveries() {
    return engine.call(
        () ->
            get(ReadDeliveries.class)
                .page(
                    new DeliveryFilter(
                        tenant(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()),
                    1_000));
  }

  List<Attempt> attempts(String delivery) {
    return engine.call(() -> get(ReadDeliveries.class).delivery(tenant(), delivery).attempts());
  }

  WebhookEndpoint read(String endpoint) {
    return engine.call(() -> get(ReadEndpoints.class).endpoint(tenant(), endpoint));
  }

  <T> T inTx(Supplier<T> work) {
    return engine.call(() -> Tx.call(work));
  }
}
