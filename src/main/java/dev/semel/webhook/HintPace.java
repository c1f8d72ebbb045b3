// How often messages that anybody can send make us ask about one payout.
package dev.semel.webhook;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Bounds how often messages that nothing proves to come from the provider make us ask it about one
 * payout: one question answers all that came before it, the next one waits a while, and in a day
 * there are only so many: what comes then waits for the next. The payout is asked about on its own
 * schedule besides.
 */
@Singleton
final class HintPace {
  private static final Duration A_DAY = Duration.ofDays(1);
  private static final Duration SHORTEST = Duration.ofSeconds(1);

  private final WebhookEventStore events;
  private final WebhookConfig config;

  HintPace(WebhookEventStore events, WebhookConfig config) {
    this.events = events;
    this.config = config;
  }

  /** What is to be done with a hint. */
  sealed interface Turn {
    /** The provider may be asked. */
    record Ask() implements Turn {}

    /** It was asked after the hint came, so that there is nothing left to ask. */
    record Asked() implements Turn {}

    /** It was asked just before the hint came. */
    record Later(Duration pause) implements Turn {}

    /** It was asked so often within a day that the next question has to wait for its end. */
    record TooOften(Duration pause) implements Turn {}
  }

  /**
   * Whose turn it is, in the open transaction, which holds the payout's lock.
   *
   * @param event a hint about the payout
   */
  Turn turn(StoredEvent event, String payoutId) {
    WebhookEventStore.Asked asked = events.askedInADay(event, payoutId);
    Optional<Instant> last = asked.last();
    if (last.filter(at -> !at.isBefore(asked.came())).isPresent()) {
      return new Turn.Asked();
    }
    if (asked.times() >= config.hintQuestions()) {
      Duration left = Duration.between(event.now(), asked.first().orElse(event.now()).plus(A_DAY));
      return new Turn.TooOften(left.compareTo(SHORTEST) < 0 ? SHORTEST : left);
    }
    Instant next = last.map(at -> at.plus(config.hintPause())).orElse(Instant.MIN);
    return event.now().isBefore(next)
        ? new Turn.Later(Duration.between(event.now(), next))
        : new Turn.Ask();
  }
}
