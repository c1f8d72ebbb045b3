// Makes one attempt to deliver.
package dev.semel.notification;

import dev.semel.db.Tx;
import dev.semel.security.SecretSeal;
import jakarta.inject.Singleton;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;

/**
 * Makes one attempt to deliver what a worker has claimed: signs it, takes it to the receiver, and
 * records how that ended. No transaction is open while the receiver is waited for.
 */
@Singleton
class DeliverEvent {
  private static final Logger LOG = Logger.getLogger(DeliverEvent.class);

  private final Courier courier;
  private final RecordAttempt recordAttempt;
  private final RecordBarely recordBarely;
  private final PutOffDelivery putOffDelivery;
  private final SecretSeal seal;
  private final DeliveryConfig config;
  private final LongSupplier nanoTime;

  DeliverEvent(
      Courier courier,
      RecordAttempt recordAttempt,
      RecordBarely recordBarely,
      PutOffDelivery putOffDelivery,
      SecretSeal seal,
      DeliveryConfig config,
      LongSupplier nanoTime) {
    this.courier = courier;
    this.recordAttempt = recordAttempt;
    this.recordBarely = recordBarely;
    this.putOffDelivery = putOffDelivery;
    this.seal = seal;
    this.config = config;
    this.nanoTime = nanoTime;
  }

  /** Makes the attempt. Whatever happens to this node, the claim ends, and another makes one. */
  void deliver(DueDelivery due) {
    Tx.assertOutside();
    long began = nanoTime.getAsLong();
    SignedMessage message;
    try {
      message = SignedMessage.of(due.messageId(), due.at(), due.body(), open(due));
    } catch (SecretSeal.UnreadableException e) {
      LOG.errorf(
          "Events can't be signed for the endpoint %s: %s", due.endpointId(), e.getMessage());
      record(
          due,
          Map.of(),
          new Reply.NotSigned("This server could not sign it: a fault on our side."),
          Duration.ZERO);
      return;
    }
    Reply reply = post(due, message);
    Duration took = Duration.ofNanos(nanoTime.getAsLong() - began);
    boolean interrupted = Thread.interrupted();
    switch (reply) {
      case Reply.NoTurn _ -> putOffDelivery.putOff(due);
      case Reply.Tried tried -> record(due, message.headers(), tried, took);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** What can't be recorded as it was is recorded somehow, or it would be tried without end. */
  private void record(DueDelivery due, Map<String, String> sent, Reply.Tried reply, Duration took) {
    try {
      recordAttempt.record(due, sent, reply, took);
    } catch (RuntimeException e) {
      LOG.errorf(
          "What became of the delivery %s can't be recorded as it was: %s",
          due.id(), e.getClass().getName());
      recordBarely.record(due, reply);
    }
  }

  /** A fault of ours is one try like any other: it must not make tries without end. */
  private Reply post(DueDelivery due, SignedMessage message) {
    try {
      return courier.post(due.tenantId(), URI.create(due.url()), message, config.timeout());
    } catch (RuntimeException e) {
      LOG.errorf(e, "A delivery to the endpoint %s could not be made", due.endpointId());
      return new Reply.NoAnswer(Optional.empty(), "It could not be sent: a fault on our side.");
    }
  }

  private List<SigningKey> open(DueDelivery due) {
    SecretSeal.Place place = SigningKey.placeOf(due.endpointId());
    return due.keys().stream()
        .map(key -> SigningKey.of(key.kind(), seal.open(place, key.sealed())))
        .toList();
  }
}
