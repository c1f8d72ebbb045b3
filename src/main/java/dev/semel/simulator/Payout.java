// One payout as the partner holds it.
package dev.semel.simulator;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A payout that the partner accepted.
 *
 * @param id the partner's own reference
 * @param clientReference the client's
 * @param idempotencyKey the key it was submitted with, if any
 * @param content the submission's body as JSON text, to recognise a repeat
 * @param amount what it was accepted under, a decimal string; normally what was asked
 * @param currency ISO 4217
 * @param status where it stands
 * @param sequence rises with each status
 * @param fault what goes wrong with it
 * @param params the fault's settings
 * @param createdAt when it was accepted
 * @param visibleAt from when a lookup shows it
 * @param changedAt when its status was last changed
 * @param settledAt when the money moved; null before
 * @param returnedAmount what came back; null before
 */
record Payout(
    String id,
    String clientReference,
    @Nullable String idempotencyKey,
    String content,
    String amount,
    String currency,
    PayoutStatus status,
    int sequence,
    Fault fault,
    FaultParams params,
    Instant createdAt,
    Instant visibleAt,
    Instant changedAt,
    @Nullable Instant settledAt,
    @Nullable String returnedAmount) {

  /** The same payout in its next status; the first time it is paid is when it is settled. */
  Payout become(PayoutStatus next, @Nullable String back, Instant at) {
    return new Payout(
        id,
        clientReference,
        idempotencyKey,
        content,
        amount,
        currency,
        next,
        sequence + 1,
        fault,
        params,
        createdAt,
        visibleAt,
        at,
        next == PayoutStatus.PAID ? at : settledAt,
        back == null ? returnedAmount : back);
  }

  /** What is unusual about its webhooks. */
  Delivered webhooks() {
    return fault.effect() instanceof Effect.Notify unusual ? unusual.how() : Delivered.IN_ORDER;
  }

  /** What the client reads of it. */
  View view() {
    return new View(
        id, clientReference, status, amount, currency, returnedAmount, createdAt, settledAt);
  }

  /** A payout on the wire. */
  record View(
      String id,
      String clientReference,
      PayoutStatus status,
      String amount,
      String currency,
      @Nullable String returnedAmount,
      Instant createdAt,
      @Nullable Instant settledAt) {}
}
