// The SQL of what becomes of a payout.
package dev.semel.payout;

import dev.semel.db.Sql;
import dev.semel.domain.Promises;
import dev.semel.domain.WireNames;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/** Writes what becomes of payouts whose rows are locked, and of their attempts. */
@Singleton
final class PayoutProgressStore {
  private final Sql sql;

  PayoutProgressStore(Sql sql) {
    this.sql = sql;
  }

  /** Writes a payout back. Its version must have risen by exactly one since it was locked. */
  void update(PayoutRecord payout) {
    int changed =
        sql.with(
            handle ->
                bindProgress(
                        handle.createUpdate(
                            """
                            UPDATE payout SET state = :state, version = :version, funded = :funded, attempt = :attempt, provider_payout_id = :provider_payout_id,
                                provider_sequence = :provider_sequence, provider_time = :provider_time, returned_amount = :returned_amount, returned_currency = :returned_currency, failure_code = :failure_code, failure_fault = :failure_fault,
                                failure_message = :failure_message, hold_reason = :hold_reason, hold_message = :hold_message, due_at = :due_at,
                                lease_owner = :lease_owner, lease_until = :lease_until, tries = :tries, lookups = :lookups, status_checks = :status_checks, silent_checks = :silent_checks,
                                ever_submitted = :ever_submitted, ever_unknown = :ever_unknown, terms_differ = :terms_differ, said_duplicate = :said_duplicate, throttled = :throttled, alive_attempt = :alive_attempt, alive_besides = :alive_besides, absent_since = :absent_since, unknown_since = :unknown_since,
                                sent_at = :sent_at, paid_at = :paid_at, closed_at = :closed_at, settled_by = :settled_by, updated_at = :updated_at
                            WHERE id = :id AND version = :version - 1 AND lease_epoch = :epoch
                            """),
                        payout)
                    .execute());
    Sql.exactlyOne(changed, "writing payout " + payout.id());
  }

  private static Update bindProgress(Update update, PayoutRecord payout) {
    return update
        .bind("id", payout.id())
        .bind("state", payout.state.wireName())
        .bind("version", payout.version)
        .bind("epoch", payout.leaseEpoch)
        .bind("funded", payout.funded)
        .bind("attempt", payout.attempt)
        .bind("provider_payout_id", payout.providerPayoutId)
        .bind("provider_sequence", payout.providerSequence)
        .bind("provider_time", payout.providerTime)
        .bind("returned_amount", payout.returned == null ? null : payout.returned.amount())
        .bind(
            "returned_currency", payout.returned == null ? null : payout.returned.currency().code())
        .bind("failure_code", payout.failureCode)
        .bind("failure_fault", wireName(payout.failureFault))
        .bind("failure_message", payout.failureMessage)
        .bind("hold_reason", wireName(payout.holdReason))
        .bind("hold_message", payout.holdMessage)
        .bind("due_at", payout.dueAt)
        .bind("lease_owner", payout.leaseOwner)
        .bind("lease_until", payout.leaseUntil)
        .bind("tries", payout.tries)
        .bind("lookups", payout.lookups)
        .bind("status_checks", payout.statusChecks)
        .bind("silent_checks", payout.silentChecks)
        .bind("ever_submitted", payout.everSubmitted)
        .bind("ever_unknown", payout.everUnknown)
        .bind("terms_differ", payout.termsDiffer)
        .bind("said_duplicate", payout.saidDuplicate)
        .bind("throttled", payout.throttled)
        .bind("alive_attempt", payout.aliveAttempts.isEmpty() ? null : payout.aliveAttempts.first())
        .bind("alive_besides", besides(payout))
        .bind("absent_since", payout.absentSince)
        .bind("unknown_since", payout.unknownSince)
        .bind("sent_at", payout.sentAt)
        .bind("paid_at", payout.paidAt)
        .bind("closed_at", payout.closedAt)
        .bind("settled_by", payout.settledBy)
        .bind("updated_at", payout.updatedAt);
  }

  /** All that may be alive but the first. */
  private static Integer[] besides(PayoutRecord payout) {
    return payout.aliveAttempts.stream().skip(1).toArray(Integer[]::new);
  }

  /** Stores the identity of the payout's present attempt, before its first request. */
  void beginAttempt(PayoutRecord payout) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    INSERT INTO attempt (payout_id, number, provider, client_reference, provider_key, beneficiary)
                    VALUES (:payout, :number, :provider, :reference, :key, CAST(:beneficiary AS jsonb))
                    """)
                .bind("payout", payout.id())
                .bind("number", payout.attempt)
                .bind("provider", payout.asked().provider())
                .bind("reference", payout.clientReference)
                .bind("key", payout.providerKey)
                .bind(
                    "beneficiary",
                    payout.correctedBeneficiary == null
                        ? null
                        : payout.correctedBeneficiary.toString())
                .execute());
  }

  /**
   * Sets when the provider is asked about a payout again, if ever, and gives the claim back: the
   * one under which the row was read, and no other.
   */
  void postpone(PayoutRecord payout, @Nullable Instant dueAt) {
    int changed =
        sql.with(
            handle ->
                handle
                    .createUpdate(
                        """
                        UPDATE payout SET status_checks = :checks, silent_checks = :silent, lookups = :lookups, due_at = :due, lease_owner = NULL, lease_until = NULL
                        WHERE id = :id AND state IN ('sent', 'submission_unknown', 'paid') AND version = :version AND lease_epoch = :epoch
                        """)
                    .bind("checks", payout.statusChecks)
                    .bind("silent", payout.silentChecks)
                    .bind("lookups", payout.lookups)
                    .bind("due", dueAt)
                    .bind("id", payout.id())
                    .bind("version", payout.version)
                    .bind("epoch", payout.leaseEpoch)
                    .execute());
    Sql.exactlyOne(changed, "postponing the next question about payout " + payout.id());
  }

  /**
   * From now until {@code until} a request of the payout's attempt may be written, under these
   * promises.
   */
  void sendingMayHappen(PayoutRecord payout, Instant now, Instant until, Promises promises) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE attempt SET first_possible_send = coalesce(first_possible_send, :now), last_possible_send = greatest(last_possible_send, :until),
                        promised_repeats = :repeats, promised_window_ms = :window, promised_visible_ms = :visible, file_fingerprint = :fingerprint
                    WHERE payout_id = :payout AND number = :number
                    """)
                .bind("payout", payout.id())
                .bind("number", payout.attempt)
                .bind("now", now)
                .bind("until", until)
                .bind("repeats", WireNames.of(promises.repeats()))
                .bind("window", promises.window().map(Duration::toMillis).orElse(null))
                .bind(
                    "visible",
                    promises.visibleWithin().map(PayoutProgressStore::roundedUp).orElse(null))
                .bind("fingerprint", promises.fingerprint())
                .execute());
  }

  /** The call under the payout's latest claim has ended: nothing of it will be written any more. */
  void sendingIsOver(PayoutRecord payout, Instant now) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE attempt SET last_possible_send = greatest(first_possible_send, :now)
                    WHERE payout_id = :payout AND number = :number AND first_possible_send IS NOT NULL
                    """)
                .bind("payout", payout.id())
                .bind("number", payout.attempt)
                .bind("now", now)
                .execute());
  }

  /** Somebody whose claim was lost reports of a request that may have been written until now. */
  void mayHaveBeenSentLate(String payoutId, int attempt, Instant now) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE attempt SET last_possible_send = greatest(last_possible_send, :now)
                    WHERE payout_id = :payout AND number = :number AND first_possible_send IS NOT NULL
                    """)
                .bind("payout", payoutId)
                .bind("number", attempt)
                .bind("now", now)
                .execute());
  }

  /** In milliseconds: a promise that is kept a little later is the more cautious one. */
  private static long roundedUp(Duration duration) {
    return duration.plusNanos(999_999).toMillis();
  }

  private static @Nullable String wireName(@Nullable Enum<?> constant) {
    return constant == null ? null : WireNames.of(constant);
  }
}
