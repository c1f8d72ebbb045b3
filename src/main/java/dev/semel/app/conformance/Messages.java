// What a partner tells us by itself.
package dev.semel.app.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.app.conformance.Dialect.Call;
import dev.semel.app.conformance.Dialect.Message;
import dev.semel.app.conformance.Dialect.Webhook;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * What a partner tells us by itself: its messages, and the answers to questions that it answers
 * later. What is not taken is sent again, a few times.
 */
final class Messages {
  private static final int MOST_TRIES = 4;
  private static final Duration PAUSE = Duration.ofMinutes(1);
  private static final Duration ANSWER_TAKES = Duration.ofSeconds(2);

  private final Dialect dialect;
  private final VirtualClock clock;
  private final Wording wording;
  private final Optional<Signer> signer;
  private Inbox inbox = (_, _, _) -> 503;

  Messages(Dialect dialect, VirtualClock clock, Wording wording) {
    this.dialect = dialect;
    this.clock = clock;
    this.wording = wording;
    this.signer = dialect.webhook().map(webhook -> new Signer(webhook.signature(), wording));
  }

  /** Where messages arrive. */
  interface Inbox {
    /**
     * Takes a message.
     *
     * @param address an address of ours that the partner was given for it; empty for the usual one
     * @return the HTTP status of the answer
     */
    int receive(Optional<String> address, Map<String, String> headers, byte[] body);
  }

  void deliverTo(Inbox to) {
    inbox = to;
  }

  private record Written(Optional<String> address, Map<String, String> headers, byte[] body) {
    Written at(Optional<String> other) {
      return new Written(other, headers, body);
    }
  }

  /** Tells how a payment stands. */
  void tell(Payment payment) {
    Webhook webhook = dialect.webhook().orElseThrow();
    send(written(webhook, payment, payment.stage(), Signer.By.PARTNER), 1);
  }

  /** Sends a message that does not come from the partner and says what is not so. */
  void forge(Payment payment, Stage claimed, Signer.By whom) {
    Written message = written(dialect.webhook().orElseThrow(), payment, claimed, whom);
    int _ = inbox.receive(message.address(), message.headers(), message.body());
  }

  private Written written(Webhook webhook, Payment payment, Stage stage, Signer.By whom) {
    Places about =
        place ->
            place.equals("payment.status")
                ? Optional.of(word(webhook, payment, stage))
                : payment.places(dialect, webhook.words()).find(place);
    Map<String, String> event = new HashMap<>();
    event.put("event.id", UUID.randomUUID().toString());
    JsonNode type = webhook.types().get(stage);
    event.put("event.type", type == null ? stage.word() : type.asText());
    return written(webhook.message(), Places.of(event).or(about), stage.word(), whom);
  }

  private JsonNode word(Webhook webhook, Payment payment, Stage stage) {
    JsonNode word = webhook.words().get(stage);
    boolean asItStands = stage == payment.stage();
    return word != null && !asItStands
        ? word
        : asItStands
            ? payment.places(dialect, webhook.words()).find("payment.status").orElseThrow()
            : dialect.word(stage);
  }

  private Written written(Message message, Places places, String stage, Signer.By whom) {
    Places all = places.or(wording.everywhere());
    Map<String, String> headers = new HashMap<>();
    message
        .headers()
        .forEach(
            (name, value) ->
                Phrase.text(value, all).ifPresent(written -> headers.put(name, written)));
    byte[] body =
        wording.body(message.body(), message.bodyOf(), message.form(), all, stage, headers);
    String id = all.find("event.id").map(JsonNode::asText).orElseGet(() -> UUID.randomUUID() + "");
    signer.ifPresent(s -> s.sign(headers, body, id, clock.instant(), whom));
    return new Written(Optional.empty(), headers, body);
  }

  private void send(Written message, int attempt) {
    int status = inbox.receive(message.address(), message.headers(), message.body());
    boolean taken = status >= 200 && status < 300;
    if (!taken && attempt < MOST_TRIES) {
      clock.in(PAUSE, () -> send(message, attempt + 1));
    }
  }

  /** Plans the answer to a question. */
  void answerLater(Call call, Optional<Payment> payment, Places asked) {
    Message message = call.result().orElseThrow();
    Places about = payment.map(found -> found.places(dialect, Map.of()).or(asked)).orElse(asked);
    String stage = payment.map(found -> found.stage().word()).orElse("absent");
    Optional<String> address =
        Optional.ofNullable(call.texts().get("to")).flatMap(to -> Phrase.text(to, asked));
    clock.in(
        ANSWER_TAKES, () -> send(written(message, about, stage, Signer.By.PARTNER).at(address), 1));
  }

  /** The settings under which the provider file finds the partner's public key. */
  static Map<String, String> keySettings(Dialect dialect) {
    return dialect
        .webhook()
        .flatMap(
            webhook ->
                Signer.publicKey(webhook.signature().kind())
                    .map(
                        pem ->
                            Map.of(Objects.requireNonNull(webhook.signature().publicKey()), pem)))
        .orElse(Map.of());
  }
}
