// What one event of a provider does to the payout that it names.
package dev.semel.webhook;

import dev.semel.domain.Decision;
import dev.semel.domain.Evidence;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.PayoutState;
import dev.semel.domain.ProviderStatement;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.Refusal;
import dev.semel.payout.AlertUnlistedStatus;
import dev.semel.payout.AttemptStore;
import dev.semel.payout.PayoutStore;
import dev.semel.payout.PayoutTransitions;
import dev.semel.provider.Provider;
import dev.semel.provider.ProviderNotice;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Brings one event of a provider to the payout that it names, and keeps with the event what became
 * of it. What a signed message may say for itself is decided by the payout's own rules. What needs
 * the provider's confirmation, by its file or because it is not signed, applies nothing: the
 * provider is asked soon, and its answer decides.
 */
@Singleton
final class DecideEvent {
  /**
   * What an event has for its reason because of which an attempt is asked about that nobody asks
   * about by plan; the attempt's row has the question.
   */
  static final String ABOUT_ATTEMPT =
      "unsigned: the provider, or else a person, is asked about attempt ";

  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private final WebhookEventStore events;
  private final PayoutStore payouts;
  private final AttemptStore attempts;
  private final PayoutTransitions transitions;
  private final WebhookDesk desk;
  private final AlertUnlistedStatus unlisted;
  private final HintPace hints;
  private final WebhookConfig config;

  DecideEvent(
      WebhookEventStore events,
      PayoutStore payouts,
      AttemptStore attempts,
      PayoutTransitions transitions,
      WebhookDesk desk,
      AlertUnlistedStatus unlisted,
      HintPace hints,
      WebhookConfig config) {
    this.events = events;
    this.payouts = payouts;
    this.attempts = attempts;
    this.transitions = transitions;
    this.desk = desk;
    this.unlisted = unlisted;
    this.hints = hints;
    this.config = config;
  }

  /**
   * Decides an event, in the open transaction.
   *
   * @return true when the provider is to be asked now
   */
  boolean decide(
      StoredEvent event, ProviderNotice notice, Provider provider, Verification verification) {
    Optional<String> payoutId =
        payouts.idAtProvider(
            event.provider(), notice.reference(), notice.statement().providerPayoutId());
    if (payoutId.isEmpty()) {
      waitForPayout(event, verification);
      return false;
    }
    // What anybody can write would be as many alerts as there are words.
    if (!notice.statusListed() && verification != Verification.HINT) {
      unlisted.alert(event.provider(), notice.statement().providerWord(), payoutId.get());
    }
    PayoutStore.Locked locked = payouts.lock(payoutId.get());
    if (verification == Verification.ANSWER && notice.statement().providerWord().isEmpty()) {
      events.decide(
          event.id(),
          EventStatus.REFUSED,
          "it does not say how the payout stands, and proves nothing",
          payoutId.get());
      return false;
    }
    if (verification == Verification.ANSWER) {
      notice.reference().ifPresent(ours -> attempts.heardOf(locked.payout().id(), ours));
      apply(event, notice, Evidence.AUTHENTICATED_QUERY, notice.statement(), locked);
      return false;
    }
    if (verification != Verification.VERIFIED) {
      return decideHint(event, notice, locked);
    }
    if (otherAttempt(notice, locked).isPresent()) {
      apply(event, notice, notice.statement(), locked);
      return false;
    }
    if (isOnItsWayBack(notice, provider, locked)) {
      return ask(event, locked, "the money may be on its way back: the provider is asked for it");
    }
    boolean confirmed =
        !provider.confirmsTerminalEvents() || !notice.statement().status().state().terminal();
    if (confirmed) {
      apply(event, notice, notice.statement(), locked);
      return false;
    }
    return decideUnconfirmed(event, notice, provider, locked);
  }

  /** Whether an event that waits has waited as long as it may. */
  boolean isOverdue(StoredEvent event) {
    return !event.now().isBefore(event.receivedAt().plus(config.parkFor()));
  }

  /** Lets an event wait: as long again as it has waited so far, within bounds. */
  void park(StoredEvent event, String reason) {
    park(event, reason, event.payoutId());
  }

  private void park(StoredEvent event, String reason, @Nullable String payoutId) {
    Duration waited = Duration.between(event.receivedAt(), event.now());
    Duration left = Duration.between(event.now(), event.receivedAt().plus(config.parkFor()));
    Duration pause = shorter(longer(waited, SHORTEST_PAUSE), LONGEST_PAUSE);
    events.park(event.id(), reason, longer(shorter(pause, left), SHORTEST_PAUSE), payoutId);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /** No payout of ours is known for the event: it may be about to turn up. */
  void waitForPayout(StoredEvent event, Verification verification) {
    if (isOverdue(event)) {
      events.decide(
          event.id(), EventStatus.UNMATCHED, "no payout of ours has its reference or id", null);
      desk.unmatched(event, verification);
    } else {
      park(event, "no payout of ours has its reference or id so far");
    }
  }

  /** Anybody could have written an unsigned message, so that it may only make us ask. */
  private boolean decideHint(StoredEvent event, ProviderNotice notice, PayoutStore.Locked locked) {
    Optional<Integer> unplanned = unplanned(notice, locked);
    if (unplanned.isPresent()) {
      attempts.askSoon(locked.payout().id(), unplanned.get());
      events.decide(
          event.id(), EventStatus.ASKED, ABOUT_ATTEMPT + unplanned.get(), locked.payout().id());
      return false;
    }
    PayoutState state = locked.payout().state();
    if (state == PayoutState.PAID && !staysPaid(notice)) {
      return askInTurn(event, locked, "unsigned: the provider is asked whether it still is paid");
    }
    return switch (state) {
      case SENT, SUBMISSION_UNKNOWN -> askInTurn(event, locked, "unsigned: the provider is asked");
      case SUBMITTING -> {
        park(
            event,
            "unsigned: the provider is asked once the submission under way has ended",
            locked.payout().id());
        yield false;
      }
      case AWAITING_FUNDS, READY, HELD, PAID, FAILED, RETURNED, CANCELLED -> {
        events.decide(
            event.id(),
            EventStatus.REFUSED,
            "it is not signed, and about a payout that is '"
                + state.wireName()
                + "' there is nothing to ask",
            locked.payout().id());
        yield false;
      }
    };
  }

  /**
   * The attempt that a hint is about, where nobody asks about it by plan and it may be at the
   * provider after all.
   */
  private Optional<Integer> unplanned(ProviderNotice notice, PayoutStore.Locked locked) {
    PayoutState state = locked.payout().state();
    boolean idle = state == PayoutState.READY || state == PayoutState.HELD;
    return otherAttempt(notice, locked)
        .or(
            () ->
                idle && locked.payout().everSubmitted()
                    ? Optional.of(locked.payout().attempt())
                    : Optional.empty());
  }

  /**
   * A signed message that gives a final state which the provider is to confirm. Where the payout
   * was not known to be with the provider, the message proves at least that it is: no resend may
   * follow.
   */
  private boolean decideUnconfirmed(
      StoredEvent event, ProviderNotice notice, Provider provider, PayoutStore.Locked locked) {
    return switch (locked.payout().state()) {
      case SENT, SUBMISSION_UNKNOWN ->
          ask(event, locked, "a final state is confirmed by asking the provider");
      case AWAITING_FUNDS, READY, SUBMITTING, HELD -> {
        boolean applied =
            apply(event, notice, notice.statement().as(ProviderStatus.PROCESSING), locked);
        yield applied
            && ask(event, locked, "taken as proof that the provider has it; its end is asked");
      }
      case PAID -> decideAfterPaid(event, notice, provider, locked);
      case FAILED, RETURNED, CANCELLED -> {
        apply(event, notice, notice.statement(), locked);
        yield false;
      }
    };
  }

  /**
   * Whether a final state of a paid payout is only a step on the way back, by the provider's file.
   */
  private static boolean isOnItsWayBack(
      ProviderNotice notice, Provider provider, PayoutStore.Locked locked) {
    ProviderStatus said = notice.statement().status();
    return locked.payout().state() == PayoutState.PAID
        && said != ProviderStatus.PROCESSING
        && provider.terms().meaningAfterPaid(said) == ProviderStatus.PROCESSING;
  }

  private static boolean staysPaid(ProviderNotice notice) {
    ProviderStatus said = notice.statement().status();
    return said == ProviderStatus.PAID || said == ProviderStatus.PROCESSING;
  }

  /** Whether the money of a paid payout came back, or never arrived, the provider is asked. */
  private boolean decideAfterPaid(
      StoredEvent event, ProviderNotice notice, Provider provider, PayoutStore.Locked locked) {
    return switch (provider.terms().meaningAfterPaid(notice.statement().status())) {
      case RETURNED, FAILED, CANCELLED ->
          ask(event, locked, "that it is no longer paid is confirmed by asking the provider");
      case PAID, PROCESSING -> {
        apply(event, notice, notice.statement(), locked);
        yield false;
      }
    };
  }

  /** Asks because of a message that anybody may have written, no oftener than is good. */
  private boolean askInTurn(StoredEvent event, PayoutStore.Locked locked, String reason) {
    String payoutId = locked.payout().id();
    return switch (hints.turn(event, payoutId)) {
      case HintPace.Turn.Ask _ -> ask(event, locked, reason);
      case HintPace.Turn.Later(Duration pause) -> {
        events.park(
            event.id(), "unsigned: the provider was asked just before it came", pause, payoutId);
        yield false;
      }
      case HintPace.Turn.Asked _ -> {
        events.decide(
            event.id(),
            EventStatus.REFUSED,
            "it is not signed, and the provider was asked since it came",
            payoutId);
        yield false;
      }
      case HintPace.Turn.TooOften(Duration pause) -> {
        events.park(
            event.id(),
            "unsigned: such messages had the provider asked often enough for one day",
            pause,
            payoutId);
        yield false;
      }
    };
  }

  private boolean ask(StoredEvent event, PayoutStore.Locked locked, String reason) {
    boolean asked = payouts.askSoon(locked.payout().id());
    if (asked || isOverdue(event)) {
      events.decide(event.id(), EventStatus.ASKED, reason, locked.payout().id());
    } else {
      park(
          event,
          "the provider is being asked just now, and is asked again after that",
          locked.payout().id());
    }
    return asked;
  }

  private boolean apply(
      StoredEvent event,
      ProviderNotice notice,
      ProviderStatement statement,
      PayoutStore.Locked locked) {
    return apply(event, notice, Evidence.SIGNED_WEBHOOK, statement, locked);
  }

  private boolean apply(
      StoredEvent event,
      ProviderNotice notice,
      Evidence evidence,
      ProviderStatement statement,
      PayoutStore.Locked locked) {
    Optional<Instant> occurredAt = notice.position().occurredAt();
    PayoutEvent.ProviderSays says =
        new PayoutEvent.ProviderSays(statement, notice.position(), evidence);
    String actor = "provider:" + event.provider();
    PayoutState before = locked.payout().state();
    boolean wasOver = before.terminal() && before != PayoutState.PAID;
    PayoutTransitions.Transition transition =
        otherAttempt(notice, locked)
            .map(
                number -> transitions.refuseOfOtherAttempt(locked, number, says, actor, occurredAt))
            .orElseGet(() -> transitions.apply(locked, says, actor, occurredAt));
    String payoutId = locked.payout().id();
    if (wasOver && transition.payout().state() == PayoutState.PAID) {
      // It turned out to have been paid before, so that its money is on its way back.
      boolean _ = payouts.askSoon(payoutId);
    }
    switch (transition.decision()) {
      case Decision.Applied _ -> events.decide(event.id(), EventStatus.APPLIED, null, payoutId);
      case Decision.Refused(Refusal why, var _, var _) ->
          events.decide(event.id(), EventStatus.REFUSED, why.sentence(), payoutId);
    }
    return transition.applied();
  }

  private Optional<Integer> otherAttempt(ProviderNotice notice, PayoutStore.Locked locked) {
    return notice.reference().flatMap(reference -> attempts.other(locked.payout(), reference));
  }
}
