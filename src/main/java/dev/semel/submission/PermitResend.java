// Decides whether an unknown submission may be sent again in order to ask, and writes that down.
package dev.semel.submission;

import dev.semel.db.Tx;
import dev.semel.domain.PayoutState;
import dev.semel.domain.ProviderTerms;
import dev.semel.domain.ResendRule;
import dev.semel.payout.PayoutStore;
import dev.semel.payout.PayoutTransitions;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Optional;

/**
 * Decides whether an unknown submission may be sent again in order to ask. Where it may, the span
 * in which a request of the attempt may be written is widened and committed before anybody writes a
 * byte.
 */
@Singleton
final class PermitResend {
  private final PayoutStore payouts;
  private final PayoutTransitions transitions;
  private final ProviderControlStore controls;

  PermitResend(PayoutStore payouts, PayoutTransitions transitions, ProviderControlStore controls) {
    this.payouts = payouts;
    this.transitions = transitions;
    this.controls = controls;
  }

  /** What was decided. */
  sealed interface Permit {
    /** It may be sent, until the lease of the claim ends. */
    record Given() implements Permit {}

    /** It must not be sent, now or later. */
    record Denied(String reason) implements Permit {}

    /** It must not be sent now; it may be later. */
    record NotNow(String reason) implements Permit {}

    /** The payout is no longer this claim's, or no longer unknown: there is nothing to ask. */
    record Over() implements Permit {}
  }

  /** Decides about a claimed payout. No transaction may be open. */
  Permit decide(Claim claim, ProviderTerms terms) {
    return Tx.call(
        () -> {
          PayoutStore.Locked locked = payouts.lock(claim.payout().id());
          Optional<Instant> until = locked.payout().leaseUntil().filter(locked.now()::isBefore);
          boolean ours = locked.payout().leaseEpoch() == claim.epoch() && until.isPresent();
          if (!ours || locked.payout().state() != PayoutState.SUBMISSION_UNKNOWN) {
            return new Permit.Over();
          }
          Optional<String> against = against(locked, until.get(), terms);
          if (against.isPresent()) {
            return new Permit.Denied(against.get());
          }
          if (locked.lastPossibleSend().filter(locked.now()::isBefore).isPresent()) {
            return new Permit.NotNow("a request of it may still be on the wire");
          }
          if (controls.paused().containsKey(terms.provider())) {
            return new Permit.NotNow("the provider is paused");
          }
          transitions.resendMayHappen(locked);
          return new Permit.Given();
        });
  }

  private static Optional<String> against(
      PayoutStore.Locked locked, Instant until, ProviderTerms terms) {
    if (!locked.payout().aliveAttempts().isEmpty()) {
      return Optional.of(
          "the provider says that it has or had another attempt: a resend could be a second payout");
    }
    Instant first = locked.firstPossibleSend().orElse(Instant.MIN);
    Optional<Instant> deadline = Optional.ofNullable(locked.payout().asked().submitBefore());
    ProviderTerms promised = locked.asPromised(terms);
    return switch (ResendRule.judge(promised, first, until, deadline, locked.now())) {
      case SAFE -> Optional.empty();
      case NEVER_PROMISED ->
          Optional.of(
              terms.repeats() == promised.repeats()
                  ? "the provider promises nothing about a request that it has seen before"
                  : "the provider's file or settings are not those under which it was sent: a resend"
                      + " could be a second payout");
      case WINDOW_CLOSED ->
          Optional.of(
              "the provider may have forgotten the reference: a resend could be a second payout");
      case DEADLINE_PASSED ->
          Optional.of(
              "its deadline has passed: a resend could pay it too late, where the first request never arrived");
    };
  }
}
