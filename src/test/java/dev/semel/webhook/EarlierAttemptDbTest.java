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

    engine.perform(() -> Tx.run(() -> decide(engine, payout)));

    assertThat(engine.text("SELECT status FROM webhook_event WHERE payout_id = ?", payout.id()))
        .as("it was not asked about, because nothing was in doubt")
        .isEqualTo("refused");
    assertThat(engine.text("SELECT kind FROM ops_case WHERE payout_id = ?", payout.id()))
        .isEqualTo("contradiction");
    assertThat(payout.text("state")).isEqualTo(state);
  }

  private PayoutRow secondAttempt(PlainEngine engine, String state) {
    PayoutRow payout =
        PayoutRow.write(
            database.dataSource(),
            engine.tenant(),
            provider,
            state,
            state.equals("sent") ? "theirs-2" : "");
    engine.run(
        "INSERT INTO attempt (payout_id, number, provider, client_reference, provider_key) SELECT id, 2, provider, upper(substr(id, 4)) || '-2', id || '-2' FROM payout WHERE id = ?",
        payout.id());
    payout.change("attempt = 2");
    return payout;
  }

  private void decide(PlainEngine engine, PayoutRow payout) {
    String message = Ids.next(Ids.Kind.WEBHOOK_MESSAGE);
    String event = Ids.next(Ids.Kind.WEBHOOK_EVENT);
    engine.run(
        "INSERT INTO webhook_message (id, provider, headers, body, verification, status, processed_at) VALUES (?, ?, '{}', '', 'verified', 'processed', now())",
        message,
        provider);
    engine.run(
        "INSERT INTO webhook_event (id, provider, event_id, message_id, provider_word, payload, status, due_at) VALUES (?, ?, ?, ?, 'paid', '{}', 'parked', now())",
        event,
        provider,
        event,
        message);
    String first = payout.id().substring(3).toUpperCase(Locale.ROOT) + "-1";
    Instant now = Instant.now();
    engine
        .get(DecideEvent.class)
        .decide(
            new StoredEvent(
                event,
                provider,
                event,
                message,
                Optional.of(first),
                Optional.empty(),
                EventStatus.PARKED,
                null,
                null,
                now,
                now),
            new ProviderNotice(
                event,
                Optional.empty(),
                Optional.of(first),
                new ProviderStatement(
                    Optional.of("theirs-1"),
                    ProviderStatus.PAID,
                    "paid",
                    Optional.of(Money.of("125.50", "KES")),
                    Optional.empty(),
                    Optional.empty()),
                true,
                ProviderPosition.UNPLACED,
                JsonNodeFactory.instance.objectNode()),
            partner.provider(),
            Verification.VERIFIED);
  }
}
