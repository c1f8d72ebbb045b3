// What an applied event changes in a payout's row besides its state.
package dev.semel.payout;

import dev.semel.domain.ClientReference;
import dev.semel.domain.Evidence;
import dev.semel.domain.Fault;
import dev.semel.domain.HoldReason;
import dev.semel.domain.OtherAttempt;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.PayoutEvent.Retry;
import dev.semel.domain.PayoutLifecycle;
import dev.semel.domain.PayoutState;
import dev.semel.domain.ProviderPosition;
import dev.semel.domain.ProviderStatement;
import dev.semel.domain.ProviderTerms;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Carries out an applied decision on a payout's row: the new state, what goes with it, and when
 * something is next to be done.
 */
final class PayoutChanges {
  private final PayoutRecord payout;
  private final ProviderTerms terms;
  private final Instant now;

  PayoutChanges(PayoutRecord payout, ProviderTerms terms, Instant now) {
    this.payout = payout;
    this.terms = terms;
    this.now = now;
  }

  /** Changes the row as the event says, its state being {@code next} from now on. */
  void apply(PayoutEvent event, PayoutState next) {
    PayoutState before = payout.state;
    if (event instanceof PayoutEvent.OtherAttemptAlive alive && next == before) {
      // Whoever works on it goes on, and as soon as was planned.
      mark(alive);
      return;
    }
    payout.state = next;
    if (!(event instanceof PayoutEvent.LookupsUsedUp)) {
      // Only absent answers in a row count; telling a person of them is no answer.
      payout.absentSince =
          event instanceof PayoutEvent.LookupAbsent absent ? absent.counted().orElse(null) : null;
    }
    if (event instanceof PayoutEvent.OfStatement says) {
      adopt(says);
    }
    payout.saidDuplicate |= saysThatReferenceIsTaken(event);
    payout.throttled = next == PayoutState.SUBMISSION_UNKNOWN && isThrottled(event);
    settleOtherAttempt(event);
    if (event.beginsAttempt()) {
      beginAttempt();
    }
    countTries(event);
    enterState(event, before);
    payout.dueAt = dueAt(event);
    if (next != PayoutState.SUBMITTING) {
      payout.leaseOwner = null;
      payout.leaseUntil = null;
    }
  }

  private static boolean saysThatReferenceIsTaken(PayoutEvent event) {
    return event instanceof PayoutEvent.DuplicateReference
        || (event instanceof PayoutEvent.LookupUnclear unclear && unclear.referenceTaken());
  }

  /**
   * Whether all that stands between us and the outcome is patience: the same request may be sent
   * again in order to ask. Anything else that is learned leads back to plain lookups.
   */
  private boolean isThrottled(PayoutEvent event) {
    return switch (event) {
      case PayoutEvent.OutcomeUnknown unknown -> unknown.sendAgainAfter().isPresent();
      case PayoutEvent.LookupUnclear unclear ->
          payout.throttled && unclear.sendAgainAfter().isPresent();
      case PayoutEvent.LookupsUsedUp _ -> payout.throttled;
      default -> false;
    };
  }

  private void settleOtherAttempt(PayoutEvent event) {
    if (event instanceof PayoutEvent.OtherAttemptAlive alive) {
      mark(alive);
    } else if (event instanceof PayoutEvent.SettledByOperator settled
        && settled.other() == OtherAttempt.ADOPTED) {
      payout.attempt = settled.adopted().orElseGet(payout.aliveAttempts::first);
      // What the provider said so far was about another of its payouts.
      payout.providerSequence = null;
      payout.providerTime = null;
      payout.aliveAttempts.remove(payout.attempt);
    } else if (otherOf(event) == OtherAttempt.DISMISSED) {
      payout.aliveAttempts.clear();
    }
  }

  /** The provider says that it has a request of the payout, so that one was made. */
  private void mark(PayoutEvent.OtherAttemptAlive alive) {
    payout.aliveAttempts.add(alive.attempt());
    payout.everSubmitted = true;
    payout.absentSince = null;
  }

  /** What people say of another attempt. */
  static OtherAttempt otherOf(PayoutEvent event) {
    if (event instanceof PayoutEvent.ResendByOperator resend) {
      return resend.other();
    }
    return event instanceof PayoutEvent.SettledByOperator settled
        ? settled.other()
        : OtherAttempt.UNMENTIONED;
  }

  /** What is sent next is another submission to the provider: it has an identity of its own. */
  private void beginAttempt() {
    payout.attempt++;
    payout.clientReference = ClientReference.of(payout.id(), payout.attempt, terms.referenceForm());
    payout.providerKey = ClientReference.keyOf(payout.id(), payout.attempt);
    payout.tries = 0;
  }

  private void adopt(PayoutEvent.OfStatement says) {
    boolean returned = payout.state == PayoutState.RETURNED;
    payout.termsDiffer |=
        PayoutLifecycle.termsDiffer(payout.asked().money(), says.statement(), returned);
    if (returned) {
      payout.returned = says.statement().cameBack().orElse(null);
    }
    if (payout.providerPayoutId == null) {
      payout.providerPayoutId = says.statement().providerPayoutId().orElse(null);
    }
    ProviderPosition known =
        new ProviderPosition(
            Optional.ofNullable(payout.providerSequence), Optional.ofNullable(payout.providerTime));
    ProviderPosition position = says.position().advancedFrom(known);
    payout.providerSequence = position.sequence().orElse(null);
    payout.providerTime = position.occurredAt().orElse(null);
  }

  private void countTries(PayoutEvent event) {
    if (event instanceof PayoutEvent.Claimed) {
      payout.tries++;
      payout.everSubmitted = true;
    } else if (event instanceof PayoutEvent.NotSent notSent && !counts(notSent.retry())) {
      payout.tries--;
    } else if (event instanceof PayoutEvent.FundsCleared) {
      payout.funded = true;
    } else if (event instanceof PayoutEvent.LookupAbsent
        || event instanceof PayoutEvent.LookupUnclear
        || foundAndStillUnknown(event)) {
      payout.lookups++;
    } else if (event instanceof PayoutEvent.ProviderSays says
        && says.evidence() == Evidence.AUTHENTICATED_QUERY) {
      payout.statusChecks++;
    } else if (event instanceof PayoutEvent.ResendByOperator) {
      payout.tries = 0;
    } else if (event instanceof PayoutEvent.SettledByOperator settled) {
      payout.providerPayoutId = settled.providerPayoutId().orElse(payout.providerPayoutId);
    }
  }

  /** Beside another attempt, what a lookup finds may leave the payout unknown. */
  private boolean foundAndStillUnknown(PayoutEvent event) {
    return event instanceof PayoutEvent.LookupFound
        && payout.state == PayoutState.SUBMISSION_UNKNOWN;
  }

  private static boolean counts(Retry retry) {
    return !(retry instanceof Retry.After after) || after.counted();
  }

  private void enterState(PayoutEvent event, PayoutState before) {
    PayoutState next = payout.state;
    if (next != PayoutState.HELD) {
      payout.holdReason = null;
      payout.holdMessage = null;
    } else if (before != PayoutState.HELD) {
      hold(event);
    }
    if (next == PayoutState.SUBMISSION_UNKNOWN && before != PayoutState.SUBMISSION_UNKNOWN) {
      payout.everUnknown = true;
      payout.unknownSince = now;
      payout.lookups = 0;
    } else if (next != PayoutState.SUBMISSION_UNKNOWN) {
      payout.unknownSince = null;
    }
    if (next == PayoutState.SENT && before != PayoutState.SENT) {
      payout.statusChecks = 0;
    }
    if (next.atProvider() == PayoutState.AtProvider.YES && payout.sentAt == null) {
      payout.sentAt = now;
    }
    if (next == PayoutState.PAID) {
      payout.paidAt = now;
    }
    if (next == PayoutState.FAILED) {
      fail(event);
    } else {
      payout.failureCode = null;
      payout.failureFault = null;
      payout.failureMessage = null;
    }
    if (next.terminal() && payout.closedAt == null) {
      payout.closedAt = now;
    }
  }

  private void hold(PayoutEvent event) {
    payout.holdReason = holdReason(event);
    payout.holdMessage = EventWords.detail(event).orElse(null);
  }

  private static HoldReason holdReason(PayoutEvent event) {
    if (event instanceof PayoutEvent.HeldByOperator) {
      return HoldReason.OPERATOR;
    }
    if (event instanceof PayoutEvent.PlatformFault fault) {
      boolean dataMissing = fault.code().equals(PayoutEvent.PlatformFault.DATA_MISSING);
      return dataMissing ? HoldReason.DATA_MISSING : HoldReason.PLATFORM_FAULT;
    }
    return HoldReason.RETRIES_USED_UP;
  }

  private void fail(PayoutEvent event) {
    if (event instanceof PayoutEvent.Refused refused) {
      failure(refused.code(), refused.fault(), refused.message().orElse(null));
    } else if (event instanceof PayoutEvent.OfStatement says) {
      failure(says.statement());
    } else {
      // What people wrote to each other is not for clients.
      failure("settled_as_failed", Fault.PROVIDER, null);
    }
  }

  private void failure(ProviderStatement statement) {
    failure(
        statement.code().filter(code -> !code.isBlank()).orElse(statement.providerWord()),
        Fault.PROVIDER,
        statement.message().orElse(null));
  }

  private void failure(String code, Fault fault, @Nullable String message) {
    payout.failureCode = code;
    payout.failureFault = fault;
    payout.failureMessage = message;
  }

  private @Nullable Instant dueAt(PayoutEvent event) {
    return switch (payout.state) {
      case READY -> PayoutSchedule.sendAt(payout, event, now);
      case SUBMISSION_UNKNOWN -> PayoutSchedule.askAfter(event, payout, terms, now);
      case SENT -> PayoutSchedule.askAt(payout, terms, now);
      case AWAITING_FUNDS, SUBMITTING, HELD, PAID, FAILED, RETURNED, CANCELLED -> null;
    };
  }
}
