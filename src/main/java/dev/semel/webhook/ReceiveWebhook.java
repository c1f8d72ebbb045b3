// Takes a provider's message: verified, stored, and only then answered.
package dev.semel.webhook;

import dev.semel.db.Tx;
import dev.semel.provider.InboundMessage;
import dev.semel.provider.Provider;
import dev.semel.provider.Providers;
import dev.semel.provider.WebhookVerdict;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Takes a provider's message. Its signature is checked over the raw bytes, then the body and the
 * headers are committed; nothing is read or applied here, so that the answer never waits for
 * processing. Rejected messages are kept for people to see, so many a day, and act on nothing. What
 * nothing proves to come from the provider is taken so often in an hour, and then has to wait.
 */
@Singleton
final class ReceiveWebhook {
  private static final Logger LOG = Logger.getLogger(ReceiveWebhook.class);

  private final Providers providers;
  private final WebhookStore messages;
  private final BoundIntake intake;
  private final TakeHint takeHint;
  private final StoreTogether storeTogether;
  private final DatabaseClock clock;
  private final WebhookSignal signal;
  private final MeterRegistry meters;

  ReceiveWebhook(
      Providers providers,
      WebhookStore messages,
      BoundIntake intake,
      TakeHint takeHint,
      StoreTogether storeTogether,
      DatabaseClock clock,
      WebhookSignal signal,
      MeterRegistry meters) {
    this.providers = providers;
    this.messages = messages;
    this.intake = intake;
    this.takeHint = takeHint;
    this.storeTogether = storeTogether;
    this.clock = clock;
    this.signal = signal;
    this.meters = meters;
  }

  /** What became of a message. */
  enum Outcome {
    /** It is committed. */
    STORED,
    /** Its signature is missing, bad or too old. */
    REJECTED,
    /** Nothing proves where it comes from, and there were too many such messages this hour. */
    TOO_MANY,
    /** Nothing proves where it comes from, and it is larger than such a message may be. */
    TOO_LARGE,
    /** No active provider has that name. */
    NO_PROVIDER
  }

  /**
   * Takes a message that came to a provider's address.
   *
   * @param token what stood in the address behind the provider's name, where something did
   */
  Outcome receive(String providerName, Optional<String> token, Headers headers, byte[] body) {
    Optional<Provider> provider = providers.find(providerName);
    if (provider.isEmpty()) {
      return Outcome.NO_PROVIDER;
    }
    InboundMessage message = new InboundMessage(headers.values(), body, clock.now(), token);
    WebhookVerdict verdict = provider.get().verify(message);
    Outcome outcome =
        switch (verdict) {
          case WebhookVerdict.Rejected(String reason) -> {
            Tx.run(() -> quarantine(providerName, headers, body, reason));
            yield Outcome.REJECTED;
          }
          case WebhookVerdict.Hint _ -> hint(providerName, provider.get(), headers, message);
          case WebhookVerdict.Verified _, WebhookVerdict.Answer _, WebhookVerdict.Test _ -> {
            storeTogether.store(
                new NewMessage(providerName, headers, body, Verification.of(verdict), null));
            yield Outcome.STORED;
          }
        };
    if (outcome == Outcome.STORED) {
      signal.raise();
    }
    return outcome;
  }

  private Outcome hint(String name, Provider provider, Headers headers, InboundMessage message) {
    Outcome outcome = takeHint.take(name, provider, headers, message);
    if (outcome != Outcome.STORED) {
      count("semel.webhooks.put_off", name, false);
    }
    return outcome;
  }

  /** Only what is kept is logged, or whoever sends it would fill the log in the disk's place. */
  private void quarantine(String provider, Headers headers, byte[] body, String reason) {
    boolean kept = intake.keepsRejected(provider, headers, body);
    if (kept) {
      messages.insert(
          List.of(new NewMessage(provider, headers, body, Verification.REJECTED, reason)));
      LOG.warnf("A message for provider %s was rejected and quarantined: %s", provider, reason);
    }
    count("semel.webhooks.rejected", provider, kept);
  }

  private void count(String meter, String provider, boolean kept) {
    meters.counter(meter, "provider", provider, "kept", Boolean.toString(kept)).increment();
  }
}
