// What a signed message says of an attempt before the present one.
package dev.semel.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.semel.db.Ids;
import dev.semel.db.Tx;
import dev.semel.domain.Money;
import dev.semel.domain.ProviderPosition;
import dev.semel.domain.ProviderStatement;
import dev.semel.domain.ProviderStatus;
import dev.semel.model.ReachedRows;
import dev.semel.provider.ProviderNotice;
import dev.semel.testing.PaperPartner;
import dev.semel.testing.PayoutRow;
import dev.semel.testing.PlainEngine;
import dev.semel.testing.TestDatabase;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EarlierAttemptDbTest {
  @RegisterExtension static final TestDatabase database = new TestDatabase();

  private final PaperPartner partner = new PaperPartner(ReachedRows.terms());
  private final String provider = ReachedRows.terms().provider();

  @ParameterizedTest
  @ValueSource(strings = {"submission_unknown", "sent"})
  void where_final_states_are_confirmed_it_is_not_mistaken_for_word_of_the_present_one(
      String state) {
    partner.confirmsTerminalEvents = true;
    PlainEngine engine = PlainEngine.on(database.dataSource(), partner.provider());
    PayoutRow payout = secondAttempt(engine, state);

    engine.perform(() -> Tx.run(() -> decide(engine, payout, 1, Verification.VERIFIED)));

    assertThat(engine.text("SELECT status FROM webhook_event WHERE payout_id = ?", payout.id()))
        .as("it was not asked about, because nothing was in doubt")
        .isEqualTo("refused");
    assertThat(engine.text("SELECT kind FROM ops_case WHERE payout_id = ?", payout.id()))
        .isEqualTo("contradiction");
    assertThat(payout.text("state || ' ' || alive_attempt")).isEqualTo(state + " 1");
  }

  @ParameterizedTest
  @CsvSource({"ready, 1", "ready, 2", "held, 1", "held, 2", "submission_unknown, 1", "sent, 1"})
  void an_unsigned_message_about_what_nobody_asks_about_has_that_attempt_asked_about_and_no_more(
      String state, int attempt) {
    PlainEngine engine = PlainEngine.on(database.dataSource(), partner.provider());
    PayoutRow payout = secondAttempt(engine, state.equals("held") ? "ready" : state);
    if (state.equals("held")) {
      payout.change("state = 'held', hold_reason = 'platform_fault', due_at = NULL");
    }

    engine.perform(() -> Tx.run(() -> decide(engine, payout, attempt, Verification.HINT)));

    assertThat(engine.text("SELECT status FROM webhook_event WHERE payout_id = ?", payout.id()))
        .isEqualTo("asked");
    assertThat(
            engine.text(
                "SELECT string_agg(CAST(number AS text), ' ') FROM attempt WHERE payout_id = ? AND ask_at <= now()",
                payout.id()))
        .isEqualTo(String.valueOf(attempt));
    assertThat(payout.text("state || ' ' || (alive_attempt IS NULL)")).isEqualTo(state + " true");
    assertThat(payout.entries()).isEqualTo("0");
  }

  private PayoutRow secondAttempt(PlainEngine engine, String state) {
    PayoutRow payout =
        PayoutRow.write(
            database.dataSource(),
            engine.tenant(),
            provider,
            state,
            state.equals("sent") ? Ids.next(Ids.Kind.WEBHOOK_EVENT) : "");
    engine.run(
        "INSERT INTO attempt (payout_id, number, provider, client_reference, provider_key) SELECT id, 2, provider, upper(substr(id, 4)) || '-2', id || '-2' FROM payout WHERE id = ?",
        payout.id());
    payout.change("attempt = 2, ever_submitted = true");
    return payout;
  }

  private void decide(
      PlainEngine engine, PayoutRow payout, int attempt, Verification verification) {
    String message = Ids.next(Ids.Kind.WEBHOOK_MESSAGE);
    String event = Ids.next(Ids.Kind.WEBHOOK_EVENT);
    engine.run(
        "INSERT INTO webhook_message (id, provider, headers, body, verification, status, processed_at) VALUES (?, ?, '{}', '', CAST(? AS text), 'processed', now())",
        message,
        provider,
        verification == Verification.HINT ? "hint" : "verified");
    engine.run(
        "INSERT INTO webhook_event (id, provider, event_id, message_id, provider_word, payload, status, due_at) VALUES (?, ?, ?, ?, 'paid', '{}', 'parked', now())",
        event,
        provider,
        event,
        message);
    String reference = payout.id().substring(3).toUpperCase(Locale.ROOT) + "-" + attempt;
    Instant now = Instant.now();
    engine
        .get(DecideEvent.class)
        .decide(
            new StoredEvent(
                event,
                provider,
                event,
                message,
                Optional.of(reference),
                Optional.empty(),
                EventStatus.PARKED,
                null,
                null,
                now,
                now),
            new ProviderNotice(
                event,
                Optional.empty(),
                Optional.of(reference),
                new ProviderStatement(
                    Optional.of("theirs-" + attempt),
                    ProviderStatus.PAID,
                    "paid",
                    Optional.of(Money.of("125.50", "KES")),
                    Optional.empty(),
                    Optional.empty()),
                true,
                ProviderPosition.UNPLACED,
                JsonNodeFactory.instance.objectNode()),
            partner.provider(),
            verification);
  }
}
