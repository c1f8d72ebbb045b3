// Takes a provider's message: verified, stored, and only then answered.
package dev.semel.webhook;

import dev.semel.db.Tx;
import dev.semel.provider.InboundMessage;
import dev.semel.provider.Provider;
import dev.semel.provider.Providers;
import dev.semel.provider.WebhookVerdict;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Takes a provider's message. Its signature is checked over the raw bytes, then the body and the
 * headers are committed; nothing is read or applied here, so that the answer never waits for
 * processing. Rejected messages are kept for people to see, so many a day, and act on nothing.
 */
@Singleton
final class ReceiveWebhook {
  private static final Logger LOG = Logger.getLogger(ReceiveWebhook.class);

  private final Providers providers;
  private final WebhookStore messages;
  private final WebhookConfig config;
  private final WebhookSignal signal;
  private final MeterRegistry meters;

  ReceiveWebhook(
      Providers providers,
      WebhookStore messages,
      WebhookConfig config,
      WebhookSignal signal,
      MeterRegistry meters) {
    this.providers = providers;
    this.messages = messages;
    this.config = config;
    this.signal = signal;
    this.meters = meters;
  }

  /** What became of a message. */
  enum Outcome {
    /** It is committed. */
    STORED,
    /** Its signature is missing, bad or too old. */
    REJECTED,
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
    WebhookVerdict verdict = Tx.call(() -> store(provider.get(), token, headers, body));
    if (verdict instanceof WebhookVerdict.Rejected) {
      return Outcome.REJECTED;
    }
    signal.raise();
    return Outcome.STORED;
  }

  /** Checking a signature is arithmetic: no provider is waited for inside the transaction. */
  private WebhookVerdict store(
      Provider provider, Optional<String> token, Headers headers, byte[] body) {
    WebhookVerdict verdict =
        provider.verify(new InboundMessage(headers.values(), body, messages.now(), token));
    if (verdict instanceof WebhookVerdict.Rejected rejected) {
      quarantine(provider.name(), headers, body, rejected.reason());
    } else {
      messages.insert(provider.name(), headers, body, Verification.of(verdict), null);
    }
    return verdict;
  }

  private void quarantine(String provider, Headers headers, byte[] body, String reason) {
    WebhookStore.Quarantine kept = messages.quarantine(provider);
    boolean fits =
        kept.messages() < config.quarantineMessages()
            && kept.bytes() + body.length <= config.quarantineBytes();
    if (fits) {
      messages.insert(provider, headers, body, Verification.REJECTED, reason);
    }
    LOG.warnf(
        "A message for provider %s was rejected (%s) and %s",
        provider, reason, fits ? "quarantined" : "dropped: the day's quarantine is full");
    meters
        .counter("semel.webhooks.rejected", "provider", provider, "kept", Boolean.toString(fits))
        .increment();
  }
}
