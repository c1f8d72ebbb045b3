// Payouts with several attempts, and a provider that says what a test has it say of each.
package dev.semel.submission;

import dev.semel.db.Tx;
import dev.semel.domain.Evidence;
import dev.semel.domain.Money;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.PayoutState;
import dev.semel.domain.ProviderPosition;
import dev.semel.domain.ProviderStatement;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.ProviderTerms;
import dev.semel.model.ReachedRows;
import dev.semel.payout.AttemptStore;
import dev.semel.payout.FreshLookup;
import dev.semel.payout.PayoutStore;
import dev.semel.payout.PayoutTransitions;
import dev.semel.testing.PaperPartner;
import dev.semel.testing.PayoutRow;
import dev.semel.testing.PlainEngine;
import dev.semel.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

abstract class OtherAttemptWorld {
  @RegisterExtension static final TestDatabase database = new TestDatabase();

  private static final AtomicInteger NUMBER = new AtomicInteger();
  static final Optional<String> SECOND = Optional.of("credential:second");

  String name;
  ProviderTerms terms;
  PaperPartner partner;
  PlainEngine engine;

  @BeforeEach
  void anEngine() {
    promising(Optional.of(Duration.ofMillis(1)));
  }

  /** Another provider, which promises that what it accepts shows within a time, or doesn't. */
  final void promising(Optional<Duration> visibleWithin) {
    name = "speaks-" + NUMBER.incrementAndGet();
    ProviderTerms usual = ReachedRows.terms();
    terms =
        new ProviderTerms(
            name,
            usual.referenceForm(),
            ProviderTerms.Repeats.REPLAYS_KEY,
            Optional.of(Duration.ofHours(1)),
            visibleWithin,
            true,
            usual.retry(),
            List.of(Duration.ofMinutes(1)),
            List.of(Duration.ofMinutes(1)),
            Map.of());
    partner = new PaperPartner(terms);
    engine = PlainEngine.on(database.dataSource(), partner.provider());
  }

  static final String STANDING = "state || ' ' || coalesce(CAST(alive_attempt AS text), '-')";

  PayoutRow secondAttempt(String state) {
    PayoutRow payout = PayoutRow.write(database.dataSource(), engine.tenant(), name, state, "");
    engine.run(
        "INSERT INTO attempt (payout_id, number, provider, client_reference, provider_key) SELECT id, 2, provider, upper(substr(id, 4)) || '-2', id || '-2' FROM payout WHERE id = ?",
        payout.id());
    payout.change("attempt = 2, ever_submitted = true");
    return payout;
  }

  PayoutRow marked() {
    PayoutRow payout = secondAttempt("submission_unknown");
    theySayOfTheFirst(payout, ProviderStatus.PROCESSING);
    payout.change("due_at = now() - interval '1 minute'");
    return payout;
  }

  void theySayOfTheFirst(PayoutRow payout, ProviderStatus status) {
    theySay(payout, 1, status);
  }

  void theySay(PayoutRow payout, int attempt, ProviderStatus status) {
    inTx(
        () ->
            part(PayoutTransitions.class)
                .refuseOfOtherAttempt(
                    lock(payout),
                    attempt,
                    new PayoutEvent.ProviderSays(
                        says(status, name + "-" + attempt),
                        ProviderPosition.UNPLACED,
                        Evidence.SIGNED_WEBHOOK),
                    "provider:" + name,
                    Optional.empty()));
  }

  boolean apply(PayoutRow payout, PayoutEvent event) {
    return inTx(() ->
            part(PayoutTransitions.class)
                .apply(lock(payout), event, "credential:first", Optional.empty()))
        .applied();
  }

  void hint(PayoutRow payout, int attempt) {
    engine.perform(() -> Tx.run(() -> part(AttemptStore.class).askSoon(payout.id(), attempt)));
  }

  void askAboutAttempts() {
    engine.perform(() -> part(AskAboutAttempts.class).ask(Runnable::run));
  }

  String asking(PayoutRow payout, String condition) {
    return engine.text(
        "SELECT bool_and("
            + condition
            + ") FROM attempt WHERE payout_id = ? AND asked_at IS NOT NULL",
        payout.id());
  }

  void send(Claim claim) {
    part(RunningClaims.class).add(claim);
    engine.perform(() -> part(SubmitPayout.class).submit(claim, partner.provider()));
    part(RunningClaims.class).remove(claim);
  }

  List<Claim> submit() {
    return engine.call(() -> part(ClaimDuePayouts.class).toSubmit(name, 9));
  }

  Claim ask() {
    return engine
        .call(() -> part(ClaimDuePayouts.class).toAsk(name, PayoutState.SUBMISSION_UNKNOWN, 1))
        .getFirst();
  }

  FreshLookup.Answer personAsks(PayoutRow payout) {
    return engine.call(() -> part(AskAgain.class).ask(engine.tenant().id(), payout.id()));
  }

  String caseOf(PayoutRow payout) {
    return engine.text("SELECT kind FROM ops_case WHERE payout_id = ?", payout.id());
  }

  /** Its requests may have been written a minute ago. */
  void span(PayoutRow payout) {
    engine.run(
        "UPDATE attempt SET first_possible_send = now() - interval '1 minute', last_possible_send = now() - interval '1 minute', promised_repeats = 'replays_key', promised_visible_ms = 1, file_fingerprint = '' WHERE payout_id = ?",
        payout.id());
  }

  /** Whose attempt but the present one has the reference of this one. */
  Optional<Integer> otherAttempt(PayoutRow payout, int attempt) {
    AttemptStore attempts = part(AttemptStore.class);
    return inTx(
        () ->
            attempts.other(lock(payout).payout(), attempts.get(payout.id(), attempt).reference()));
  }

  PayoutStore.Locked lock(PayoutRow payout) {
    return part(PayoutStore.class).lock(payout.id());
  }

  <T> T part(Class<T> type) {
    return engine.get(type);
  }

  <T> T inTx(Supplier<T> work) {
    return engine.call(() -> Tx.call(work));
  }

  static ProviderStatement says(ProviderStatus status, String id) {
    return new ProviderStatement(
        Optional.of(id),
        status,
        status.name(),
        Optional.of(Money.of("125.50", "KES")),
        Optional.empty(),
        Optional.empty());
  }
}
