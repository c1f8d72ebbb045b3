// Takes what nothing proves to come from a provider.
package dev.semel.webhook;

import dev.semel.db.Tx;
import dev.semel.domain.Sha256;
import dev.semel.payout.PayoutStore;
import dev.semel.provider.InboundMessage;
import dev.semel.provider.Provider;
import dev.semel.provider.ProviderNotice;
import dev.semel.provider.UnreadableMessageException;
import dev.semel.webhook.ReceiveWebhook.Outcome;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/**
 * Takes what nothing proves to come from a provider. Anybody may send it, so that its room is
 * bounded; and who fills that room with what is forged must not keep out what is true. A hint that
 * waits to be processed already is not kept twice. Where there is no room left, a hint is read
 * before it is answered: one that names a payout of ours is taken all the same, of which each has
 * one place.
 */
@Singleton
final class TakeHint {
  /** What a question begins with that is known by its body alone. */
  static final String BY_BODY = "body:";

  private static final String BY_PAYOUT = "payout:";

  private final HintStore hints;
  private final BoundIntake intake;
  private final PayoutStore payouts;

  TakeHint(HintStore hints, BoundIntake intake, PayoutStore payouts) {
    this.hints = hints;
    this.intake = intake;
    this.payouts = payouts;
  }

  /** Takes a hint of a provider, or says why not. No transaction may be open. */
  Outcome take(String name, Provider provider, Headers headers, InboundMessage message) {
    byte[] body = message.body();
    if (intake.isTooLarge(headers, body)) {
      return Outcome.TOO_LARGE;
    }
    String question = BY_BODY + Sha256.hexOf(body);
    boolean taken =
        Tx.call(
            () ->
                hints.cameAgain(name, question)
                    || (intake.takesHint(name, headers, body)
                        && keep(name, headers, body, question)));
    return taken || takesBeyondBound(name, provider, headers, message)
        ? Outcome.STORED
        : Outcome.TOO_MANY;
  }

  /** Another may have kept the same hint meanwhile; then that has the place. */
  private boolean keep(String name, Headers headers, byte[] body, String question) {
    if (!hints.insert(name, headers, body, question)) {
      intake.giveBackNow(name, headers, body);
    }
    return true;
  }

  private boolean takesBeyondBound(
      String name, Provider provider, Headers headers, InboundMessage message) {
    List<ProviderNotice> notices = notices(provider, message);
    return !notices.isEmpty()
        && Tx.call(
            () -> {
              Optional<String> payoutId = named(name, notices);
              payoutId.ifPresent(id -> keepOf(id, name, headers, message.body()));
              return payoutId.isPresent();
            });
  }

  private void keepOf(String payoutId, String name, Headers headers, byte[] body) {
    String question = BY_PAYOUT + payoutId;
    boolean waits = hints.cameAgain(name, question) || hints.cameAgainAbout(payoutId);
    if (!waits) {
      boolean _ = hints.insert(name, headers, body, question);
    }
  }

  private Optional<String> named(String name, List<ProviderNotice> notices) {
    return notices.stream()
        .limit(ProcessWebhooks.MOST_EVENTS_OF_A_HINT)
        .flatMap(
            notice ->
                payouts
                    .idAtProvider(name, notice.reference(), notice.statement().providerPayoutId())
                    .stream())
        .findFirst();
  }

  private static List<ProviderNotice> notices(Provider provider, InboundMessage message) {
    try {
      return provider.read(message).notices();
    } catch (UnreadableMessageException | RuntimeException e) {
      return List.of();
    }
  }
}
