// The worker's step: reads stored messages and brings their events to the payouts.
package dev.semel.webhook;

import dev.semel.db.Tx;
import dev.semel.payout.DueSignal;
import dev.semel.payout.PayoutStore;
import dev.semel.provider.MessageReading;
import dev.semel.provider.Provider;
import dev.semel.provider.ProviderNotice;
import dev.semel.provider.Providers;
import dev.semel.provider.UnreadableMessageException;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Takes what is due, one message or one waiting event in one transaction, and brings it to the
 * payouts. Rows that another worker or node has are skipped. No provider is called: where one has
 * to be asked, the payout becomes due, and the workers of submissions ask.
 */
@Singleton
public final class ProcessWebhooks {
  private static final Logger LOG = Logger.getLogger(ProcessWebhooks.class);
  private static final int MOST_DOUBLINGS = 20;

  /** A hint is one piece of news; what anybody can send must not become many rows. */
  static final int MOST_EVENTS_OF_A_HINT = 10;

  /**
   * In so many steps each kind of work comes first at least once, however much there is of others.
   */
  private static final int ROUND = 8;

  private static final String NOT_AS_PROMISED = "it is not what the provider's file promises: ";

  private final WebhookStore messages;
  private final WebhookEventStore events;
  private final PayoutStore payouts;
  private final Providers providers;
  private final DecideEvent decideEvent;
  private final WebhookDesk desk;
  private final ForgetHint forgetHint;
  private final PutBackFailed putBackFailed;
  private final DueSignal due;
  private final WebhookConfig config;
  private final AtomicInteger steps = new AtomicInteger();

  ProcessWebhooks(
      WebhookStore messages,
      WebhookEventStore events,
      PayoutStore payouts,
      Providers providers,
      DecideEvent decideEvent,
      WebhookDesk desk,
      ForgetHint forgetHint,
      PutBackFailed putBackFailed,
      DueSignal due,
      WebhookConfig config) {
    this.messages = messages;
    this.events = events;
    this.payouts = payouts;
    this.providers = providers;
    this.decideEvent = decideEvent;
    this.desk = desk;
    this.forgetHint = forgetHint;
    this.putBackFailed = putBackFailed;
    this.due = due;
    this.config = config;
  }

  /** What a step came to. */
  private enum Work {
    NOTHING_DUE,
    DONE,
    /** A provider is to be asked about a payout. */
    ASK
  }

  /**
   * Processes one message, or else one waiting event, that is due, or else puts back some that
   * failed.
   *
   * @return false when nothing was due
   */
  public boolean step() {
    Work work = Work.NOTHING_DUE;
    for (Supplier<Work> one : inTurn(Math.floorMod(steps.getAndIncrement(), ROUND))) {
      if (work == Work.NOTHING_DUE) {
        work = Tx.call(one);
      }
    }
    if (work == Work.ASK) {
      due.raise();
    }
    return work != Work.NOTHING_DUE;
  }

  /** A stream of new messages must not keep waiting events from their turn. */
  private List<Supplier<Work>> inTurn(int turn) {
    Supplier<Work> message = this::processMessage;
    Supplier<Work> waiting = this::processWaiting;
    Supplier<Work> failed = () -> putBackFailed.putBack() ? Work.DONE : Work.NOTHING_DUE;
    return switch (turn) {
      case ROUND / 2 -> List.of(waiting, message, failed);
      case ROUND - 1 -> List.of(failed, message, waiting);
      default -> List.of(message, waiting, failed);
    };
  }

  private Work processMessage() {
    Optional<StoredMessage> claimed = messages.claimDue();
    if (claimed.isEmpty()) {
      return Work.NOTHING_DUE;
    }
    StoredMessage message = claimed.get();
    Optional<Provider> provider = providers.find(message.provider());
    if (provider.isEmpty()) {
      messages.retry(message.id(), "the provider is not active", config.retryCap());
      return Work.DONE;
    }
    MessageReading reading;
    try {
      reading = provider.get().read(message.inbound());
    } catch (UnreadableMessageException e) {
      giveUp(message, NOT_AS_PROMISED + e.getMessage());
      return Work.DONE;
    } catch (RuntimeException e) {
      // Thrown on, it would leave the message due, and first in the line for ever.
      tryAgain(message, failure(message.id(), "its content", e));
      return Work.DONE;
    }
    if (reading.test()) {
      messages.isTest(message.id());
      return Work.DONE;
    }
    if (message.verification() == Verification.HINT
        && reading.notices().size() > MOST_EVENTS_OF_A_HINT) {
      giveUp(message, "it is not signed, and holds more events than such a message may");
      return Work.DONE;
    }
    return apply(message, provider.get(), reading);
  }

  /** An event that fails does not stop the others; the message is tried again for its sake. */
  private Work apply(StoredMessage message, Provider provider, MessageReading reading) {
    List<ProviderNotice> notices = reading.notices();
    List<String> failures = new ArrayList<>();
    boolean ask = false;
    for (int i = 0; i < notices.size(); i++) {
      ProviderNotice notice = message.named(notices.get(i));
      boolean[] asked = new boolean[1];
      Optional<RuntimeException> failure =
          events.alone(
              () ->
                  asked[0] =
                      events
                          .insert(message.provider(), message.id(), notice)
                          .map(
                              event ->
                                  decideEvent.decide(
                                      event, notice, provider, message.verification()))
                          .orElse(false));
      int number = i + 1;
      failure.ifPresent(why -> failures.add(failure(message.id(), "event " + number, why)));
      ask |= failure.isEmpty() && asked[0];
    }
    boolean whole = failures.isEmpty() && reading.faults().isEmpty();
    if (whole && !notices.isEmpty() && forgetHint.forget(message)) {
      return Work.DONE;
    }
    if (whole) {
      messages.processed(message.id());
      if (message.reapplied()) {
        desk.mended(message);
      }
    } else if (failures.isEmpty()) {
      giveUp(message, NOT_AS_PROMISED + String.join("; ", reading.faults()));
    } else {
      tryAgain(message, String.join("; ", failures));
    }
    return ask ? Work.ASK : Work.DONE;
  }

  private void tryAgain(StoredMessage message, String error) {
    if (message.tries() + 1 >= config.tries()) {
      giveUp(message, error);
    } else {
      int doublings = Math.min(message.tries(), MOST_DOUBLINGS);
      Duration pause = config.retryBase().multipliedBy(1L << doublings);
      messages.retry(
          message.id(), error, pause.compareTo(config.retryCap()) < 0 ? pause : config.retryCap());
    }
  }

  private void giveUp(StoredMessage message, String error) {
    LOG.warnf("Message %s of %s is given up: %s", message.id(), message.provider(), error);
    messages.fail(message.id(), error);
    desk.failed(message, error, messages.now());
  }

  private Work processWaiting() {
    Optional<StoredEvent> claimed = events.claimDue();
    if (claimed.isEmpty()) {
      return Work.NOTHING_DUE;
    }
    StoredEvent event = claimed.get();
    boolean known =
        payouts
            .idAtProvider(event.provider(), event.reference(), event.providerPayoutId())
            .isPresent();
    if (!known) {
      decideEvent.waitForPayout(event, messages.verification(event.messageId()));
      return Work.DONE;
    }
    boolean[] asked = new boolean[1];
    Optional<RuntimeException> failure = events.alone(() -> asked[0] = decideAgain(event));
    failure.ifPresent(why -> waitOrGiveUp(event, failure(event.messageId(), "an event", why)));
    return failure.isEmpty() && asked[0] ? Work.ASK : Work.DONE;
  }

  private boolean decideAgain(StoredEvent event) {
    StoredMessage message = messages.get(event.messageId());
    Provider provider =
        providers
            .find(event.provider())
            .orElseThrow(() -> new IllegalStateException("the provider is not active"));
    return decideEvent.decide(
        event, notice(provider, message, event), provider, message.verification());
  }

  private static ProviderNotice notice(
      Provider provider, StoredMessage message, StoredEvent event) {
    try {
      return provider.read(message.inbound()).notices().stream()
          .map(message::named)
          .filter(notice -> notice.eventId().equals(event.eventId()))
          .findFirst()
          .orElseThrow(() -> new IllegalStateException("its message no longer has it"));
    } catch (UnreadableMessageException e) {
      throw new IllegalStateException("its message can't be read any more", e);
    }
  }

  private void waitOrGiveUp(StoredEvent event, String error) {
    if (decideEvent.isOverdue(event)) {
      events.decide(event.id(), EventStatus.REFUSED, error, null);
      desk.failed(event, messages.verification(event.messageId()), error);
    } else {
      decideEvent.park(event, error);
    }
  }

  /**
   * What is kept of a failure: only its kind, since the words of an exception may quote what the
   * message holds.
   */
  private static String failure(String messageId, String what, RuntimeException why) {
    LOG.warnf("Message %s: %s could not be applied: %s", messageId, what, why.getClass().getName());
    return what + " could not be applied (" + why.getClass().getSimpleName() + ")";
  }
}
