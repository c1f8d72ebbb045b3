// Moves accepted payouts along, as time goes by, and tells the client's webhook of each step.
package dev.semel.simulator;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The steps from accepted to processing, paid and perhaps returned. They are found again from the
 * ledger after a restart, so no payout is forgotten half way. Used by the instance's event loop.
 */
final class PayoutProgress {

  private final Vertx vertx;
  private final SimulatorConfig config;
  private final Ledger ledger;
  private final WebhookSender webhooks;
  private final InstantSource clock;

  PayoutProgress(
      Vertx vertx,
      SimulatorConfig config,
      Ledger ledger,
      WebhookSender webhooks,
      InstantSource clock) {
    this.vertx = vertx;
    this.config = config;
    this.ledger = ledger;
    this.webhooks = webhooks;
    this.clock = clock;
  }

  /**
   * Sets a new payout going.
   *
   * @return completes when the submission may be answered: at once, save where its webhooks have to
   *     come first
   */
  Future<Void> start(Payout payout) {
    if (payout.webhooks() == Delivered.BEFORE_ANSWER) {
      Future<Void> processing = change(payout.id(), PayoutStatus.PROCESSING);
      return processing.eventually(() -> pay(payout.id()));
    }
    if (config.paysAtOnce() && !(payout.fault().effect() instanceof Effect.EndAs)) {
      pay(payout.id());
    } else {
      schedule(payout);
    }
    return Future.succeededFuture();
  }

  /** Plans the next step of a payout, if it has one. */
  void schedule(Payout payout) {
    Timings timings = config.timings();
    boolean fails = endsAs(payout, PayoutStatus.FAILED);
    switch (payout.status()) {
      case ACCEPTED ->
          after(payout, timings.toProcessing(), () -> change(payout.id(), PayoutStatus.PROCESSING));
      case PROCESSING ->
          after(
              payout,
              timings.toPaid(),
              () -> {
                if (fails) {
                  change(payout.id(), PayoutStatus.FAILED);
                } else {
                  pay(payout.id());
                }
              });
      case PAID -> {
        if (endsAs(payout, PayoutStatus.RETURNED)) {
          after(
              payout,
              payout.params().time(timings.returnAfter()),
              () -> giveBack(payout.id(), whatComesBack(payout)));
        }
      }
      case FAILED, RETURNED -> {}
    }
  }

  private static boolean endsAs(Payout payout, PayoutStatus status) {
    return payout.fault().effect() instanceof Effect.EndAs end && end.status() == status;
  }

  private static String whatComesBack(Payout payout) {
    @Nullable String asked = payout.params().amount();
    if (asked != null) {
      return asked;
    }
    boolean feeKept = payout.fault().effect() instanceof Effect.EndAs end && end.feeKept();
    BigDecimal amount = new BigDecimal(payout.amount());
    return feeKept ? amount.subtract(BigDecimal.ONE.min(amount)).toPlainString() : payout.amount();
  }

  /**
   * Returns a paid payout after this time; false when it is not paid.
   *
   * @param amount what comes back, or null for all of it
   */
  boolean returnLater(Payout payout, Duration delay, @Nullable String amount) {
    if (payout.status() != PayoutStatus.PAID) {
      return false;
    }
    String back = amount == null ? payout.amount() : amount;
    in(delay, payout, () -> giveBack(payout.id(), back));
    return true;
  }

  private void after(Payout payout, Duration delay, Runnable step) {
    in(Duration.between(clock.instant(), payout.changedAt().plus(delay)), payout, step);
  }

  // A step is taken only if the payout still stands where it stood when the step was planned.
  private void in(Duration delay, Payout planned, Runnable step) {
    vertx.setTimer(
        Math.max(1, delay.toMillis()),
        _ -> {
          Payout now = ledger.byId(planned.id());
          if (now != null && now.sequence() == planned.sequence()) {
            step.run();
          }
        });
  }

  private Future<Void> pay(String id) {
    Payout payout = ledger.byId(id);
    if (payout == null || payout.status() == PayoutStatus.PAID) {
      return Future.succeededFuture();
    }
    ledger.record(
        new JournalEntry.Paid(
            id, payout.clientReference(), payout.amount(), payout.currency(), now()));
    return announce(id);
  }

  private Future<Void> change(String id, PayoutStatus status) {
    ledger.record(new JournalEntry.Changed(id, status, null, now()));
    return announce(id);
  }

  private Future<Void> giveBack(String id, String amount) {
    ledger.record(new JournalEntry.Changed(id, PayoutStatus.RETURNED, amount, now()));
    return announce(id);
  }

  private Future<Void> announce(String id) {
    Payout payout = ledger.byId(id);
    if (payout == null) {
      return Future.succeededFuture();
    }
    schedule(payout);
    return webhooks.announce(payout);
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
