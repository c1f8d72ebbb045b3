// Delivers webhooks: signed, in order for each payout unless asked otherwise, again until answered
// 2xx.
package dev.semel.simulator;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The partner's outgoing webhooks. Each is in the journal before it is sent, and after a restart
 * those still open are sent again, so a receiver sees at least one of each. Used by the event loop
 * alone.
 */
final class WebhookSender {

  private static final int COPIES = 3;

  /** The body of a webhook. */
  record Event(String eventId, String type, Instant createdAt, int sequence, Data data) {}

  /** The payout that a webhook is about. */
  record Data(
      String id,
      String clientReference,
      PayoutStatus status,
      String amount,
      String currency,
      @Nullable String returnedAmount) {}

  private final Vertx vertx;
  private final HttpClient client;
  private final SimulatorConfig config;
  private final Ledger ledger;
  private final Supplier<Future<Void>> flushed;
  private final InstantSource clock;
  private final Map<String, Future<Void>> lastOf = new HashMap<>();
  private final Map<String, JournalEntry.WebhookQueued> heldBack = new HashMap<>();
  private @Nullable WebhookTarget target;
  private boolean stopped;

  WebhookSender(
      Vertx vertx,
      SimulatorConfig config,
      Ledger ledger,
      Supplier<Future<Void>> flushed,
      InstantSource clock) {
    this.vertx = vertx;
    this.client = vertx.createHttpClient(new HttpClientOptions().setMaxPoolSize(64));
    this.config = config;
    this.ledger = ledger;
    this.flushed = flushed;
    this.clock = clock;
  }

  /** From now on webhooks go there. Those that had nowhere to go until now are sent first. */
  void sendTo(WebhookTarget newTarget) {
    boolean first = target == null;
    target = newTarget;
    if (first) {
      ledger.openWebhooks().stream()
          .filter(open -> !heldBack.containsValue(open))
          .forEach(open -> enqueue(open, 1));
    }
  }

  /**
   * Tells the client of a payout's new status.
   *
   * @return completes after the first attempt of delivery, successful or not
   */
  Future<Void> announce(Payout payout) {
    Delivered how = payout.webhooks();
    if (how == Delivered.NEVER) {
      return Future.succeededFuture();
    }
    JournalEntry.WebhookQueued queued = queue(payout.id(), event(payout));
    if (how == Delivered.OUT_OF_ORDER && payout.status() == PayoutStatus.PROCESSING) {
      heldBack.put(payout.id(), queued);
      return Future.succeededFuture();
    }
    Future<Void> sent =
        enqueue(queued, how == Delivered.SEVERAL_TIMES ? payout.params().copiesOr(COPIES) : 1);
    JournalEntry.WebhookQueued late = heldBack.remove(payout.id());
    return late == null ? sent : enqueue(late, 1);
  }

  /** Sends the event of a payout's present status again, under the same event id. */
  void sendAgain(Payout payout) {
    enqueue(queue(payout.id(), event(payout)), 1);
  }

  /** Sends an event of someone's making, true or not. */
  void send(String payoutId, Event event) {
    enqueue(queue(payoutId, event), 1);
  }

  /** Sends nothing more; what is open stays open in the journal. */
  void stop() {
    stopped = true;
  }

  boolean hasTarget() {
    return target != null;
  }

  /** The event of a payout's present status; the same every time. */
  static Event event(Payout payout) {
    return new Event(
        "evt_%s_%d".formatted(payout.id(), payout.sequence()),
        "payout." + payout.status().word(),
        payout.changedAt(),
        payout.sequence(),
        data(payout, payout.status()));
  }

  static Data data(Payout payout, PayoutStatus status) {
    return new Data(
        payout.id(),
        payout.clientReference(),
        status,
        payout.amount(),
        payout.currency(),
        payout.returnedAmount());
  }

  private JournalEntry.WebhookQueued queue(String payoutId, Event event) {
    var queued =
        new JournalEntry.WebhookQueued(
            event.eventId(), payoutId, new String(Json.write(event), StandardCharsets.UTF_8));
    ledger.record(queued);
    return queued;
  }

  // The first attempt waits for the first attempt of the payout's event before it, so that a
  // healthy
  // receiver sees them in order.
  private Future<Void> enqueue(JournalEntry.WebhookQueued queued, int copies) {
    if (target == null) {
      return Future.succeededFuture();
    }
    Future<Void> before = lastOf.getOrDefault(queued.payoutId(), Future.succeededFuture());
    Future<Void> first =
        before.eventually(flushed).eventually(() -> attempt(queued, 1, copies)).otherwiseEmpty();
    lastOf.put(queued.payoutId(), first);
    first.onComplete(_ -> lastOf.remove(queued.payoutId(), first));
    return first;
  }

  private Future<Void> attempt(JournalEntry.WebhookQueued queued, int number, int copies) {
    if (stopped) {
      return Future.succeededFuture();
    }
    return post(queued)
        .transform(
            status -> {
              if (stopped) {
                return Future.succeededFuture();
              }
              if (status.succeeded() && status.result() / 100 == 2) {
                return delivered(queued, number, copies);
              }
              if (number < config.webhookAttempts()) {
                vertx.setTimer(pause(number), _ -> attempt(queued, number + 1, copies));
              } else {
                ledger.record(new JournalEntry.WebhookDone(queued.eventId(), false, number));
              }
              return Future.succeededFuture();
            });
  }

  private Future<Void> delivered(JournalEntry.WebhookQueued queued, int number, int copies) {
    if (copies > 1) {
      return attempt(queued, number, copies - 1);
    }
    ledger.record(new JournalEntry.WebhookDone(queued.eventId(), true, number));
    return Future.succeededFuture();
  }

  private long pause(int attempts) {
    Timings timings = config.timings();
    Duration doubled = timings.webhookBackoff().multipliedBy(1L << Math.min(attempts - 1, 20));
    Duration cap = timings.webhookBackoffCap();
    return Math.max(1, (doubled.compareTo(cap) < 0 ? doubled : cap).toMillis());
  }

  private Future<Integer> post(JournalEntry.WebhookQueued queued) {
    WebhookTarget to = target;
    if (to == null) {
      return Future.failedFuture("There is no webhook target.");
    }
    byte[] body = queued.body().getBytes(StandardCharsets.UTF_8);
    long now = clock.instant().getEpochSecond();
    Promise<Integer> answered = Promise.promise();
    client
        .request(
            new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setAbsoluteURI(to.url().toString())
                .setTimeout(Math.max(1, config.timings().webhookTimeout().toMillis()))
                .putHeader("Content-Type", "application/json")
                .putHeader("X-Simulator-Timestamp", Long.toString(now))
                .putHeader("X-Simulator-Signature", WebhookSignature.of(to.secret(), now, body)))
        .compose(request -> request.send(Buffer.buffer(body)))
        .compose(response -> response.body().map(_ -> response.statusCode()))
        .onComplete(answered);
    return answered.future();
  }
}
