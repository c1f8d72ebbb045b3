// The SQL of deliveries, as they are made and as they end.
package dev.semel.notification;

import dev.semel.db.Sql;
import dev.semel.domain.WireNames;
import dev.semel.notification.DeliverySchedule.Wait;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Update;

/** Makes deliveries, and says what became of them. Claims are {@link DueDeliveryStore}'s. */
@Singleton
class DeliveryStore {
  /** When a wait that begins now ends. A time that a receiver named is bounded here. */
  static final String END_OF_WAIT =
      "greatest(now() + :pause * interval '1 millisecond',"
          + " CASE WHEN CAST(:until AS timestamptz) IS NOT NULL THEN least(CAST(:until AS timestamptz), now() + make_interval(secs => :patience)) END)";

  private final Sql sql;

  DeliveryStore(Sql sql) {
    this.sql = sql;
  }

  /** Keeps what is to be delivered; due at once. */
  void insert(List<NewDelivery> all) {
    if (all.isEmpty()) {
      return;
    }
    sql.use(
        handle -> {
          PreparedBatch batch =
              handle.prepareBatch(
                  """
                  INSERT INTO webhook_delivery (id, tenant_id, endpoint_id, kind, message_id, notification_id, replay_id, mode)
                  VALUES (:id, :tenant, :endpoint, :kind, :message, CASE WHEN :kind <> 'test' THEN :message END, :replay, :mode)
                  """);
          all.forEach(one -> add(batch, one));
          batch.execute();
        });
  }

  private static void add(PreparedBatch batch, NewDelivery delivery) {
    batch
        .bind("id", delivery.id())
        .bind("tenant", delivery.tenantId())
        .bind("endpoint", delivery.endpointId())
        .bind("kind", WireNames.of(delivery.kind()))
        .bind("message", delivery.messageId())
        .bind("replay", delivery.replayId().orElse(null))
        .bind("mode", WireNames.of(delivery.mode()))
        .add();
  }

  /**
   * It was delivered. That counts whoever has claimed it since, and whoever has will find that it
   * is over.
   */
  void delivered(DueDelivery due) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE webhook_delivery SET status = 'delivered', ended_at = now(), lease_until = NULL, lease_epoch = lease_epoch + 1
                    WHERE id = :id AND status = 'pending'
                    """)
                .bind("id", due.id())
                .execute());
  }

  /**
   * It is not tried again.
   *
   * @return false when another has claimed it since, or it is over
   */
  boolean failed(DueDelivery due) {
    return end(
        due, "status = 'failed', ended_at = now(), lease_until = NULL", UnaryOperator.identity());
  }

  /**
   * It is tried again after a wait.
   *
   * @return false when another has claimed it since, or it is over
   */
  boolean retry(DueDelivery due, Wait wait) {
    return end(due, "lease_until = NULL, due_at = " + END_OF_WAIT, update -> bind(update, wait));
  }

  /** It was given up in the midst of an attempt: whoever is free takes it. */
  void handBack(DueDelivery due) {
    end(due, "lease_until = NULL, due_at = now()", UnaryOperator.identity());
  }

  /** It was not tried after all: whoever is free takes it after a wait, and nothing is counted. */
  void putOff(DueDelivery due, Wait wait) {
    end(
        due,
        "attempts = attempts - 1, lease_until = NULL, due_at = " + END_OF_WAIT,
        update -> bind(update, wait));
  }

  /** Nothing is delivered any more to an endpoint that is gone. */
  void cancelAll(String endpointId) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE webhook_delivery SET status = 'cancelled', ended_at = now(), lease_until = NULL
                    WHERE endpoint_id = :endpoint AND status = 'pending'
                    """)
                .bind("endpoint", endpointId)
                .execute());
  }

  /**
   * What waits for an endpoint is due at once, as far as nobody is at it: the oldest of it, a
   * bounded number.
   */
  void hasten(String endpointId, int most) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE webhook_delivery SET due_at = now()
                    WHERE id IN (SELECT id FROM webhook_delivery WHERE endpoint_id = :endpoint AND status = 'pending' AND due_at > now() AND lease_until IS NULL
                                 ORDER BY due_at LIMIT :most FOR UPDATE SKIP LOCKED)
                    """)
                .bind("endpoint", endpointId)
                .bind("most", most)
                .execute());
  }

  /**
   * Forgets deliveries that are older than the retention, with their attempts: those that are over,
   * and those of endpoints that are not delivered to.
   *
   * @return how many were forgotten
   */
  int purge(Duration retention, int most) {
    return sql.with(
        handle ->
            handle
                .createUpdate(
                    """
                    DELETE FROM webhook_delivery WHERE id IN (
                        SELECT d.id FROM webhook_delivery d JOIN webhook_endpoint e ON e.id = d.endpoint_id
                        WHERE d.created_at < now() - make_interval(secs => :retention) AND (d.status <> 'pending' OR e.status = 'disabled' OR e.deleted_at IS NOT NULL)
                        ORDER BY d.created_at LIMIT :most FOR UPDATE OF d SKIP LOCKED)
                    """)
                .bind("retention", retention.toSeconds())
                .bind("most", most)
                .execute());
  }

  private boolean end(DueDelivery due, String change, UnaryOperator<Update> values) {
    return sql.with(
            handle ->
                values
                    .apply(
                        handle.createUpdate(
                            "UPDATE webhook_delivery SET "
                                + change
                                + " WHERE id = :id AND status = 'pending' AND lease_epoch = :epoch"))
                    .bind("id", due.id())
                    .bind("epoch", due.leaseEpoch())
                    .execute())
        == 1;
  }

  /** Gives a wait to a statement that has {@link #END_OF_WAIT}. */
  static Update bind(Update update, Wait wait) {
    return update
        .bind("pause", wait.pause().toMillis())
        .bind("until", wait.until().orElse(null))
        .bind("patience", DeliverySchedule.LONGEST_PATIENCE.toSeconds());
  }
}
