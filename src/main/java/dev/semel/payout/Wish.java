// What a person wishes for a payout, and a second one has to agree to.
package dev.semel.payout;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.domain.OtherAttempt;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.PayoutState;
import dev.semel.domain.SafeWish;
import java.util.Optional;

/** What a person wishes for a payout, and a second one may have to agree to. */
sealed interface Wish {
  /** Its name in the contract, the database and, after {@code payout.}, the audit log. */
  String action();

  /** What it is to the rule about safety. */
  SafeWish.Wish kind();

  /** The evidence in writing, where it needs some. */
  Optional<String> evidence();

  /** What is said of another attempt of which the provider spoke. */
  default OtherAttempt other() {
    return OtherAttempt.UNMENTIONED;
  }

  /**
   * The event that carries it out.
   *
   * @param reason why it is wished
   * @param approvedBy the second person
   * @param answer what the provider said when it was asked once more
   */
  PayoutEvent event(String reason, Optional<String> approvedBy, FreshLookup.Answer answer);

  /** To be sent again. */
  record Resend(String statement, OtherAttempt other) implements Wish {
    @Override
    public String action() {
      return "resend";
    }

    @Override
    public SafeWish.Wish kind() {
      return SafeWish.Wish.RESEND;
    }

    @Override
    public Optional<String> evidence() {
      return Optional.of(statement);
    }

    /**
     * A held payout that the provider shows as failed has used up its reference; one that is
     * unknown is never sent under another.
     */
    @Override
    public PayoutEvent event(
        String reason, Optional<String> approvedBy, FreshLookup.Answer answer) {
      boolean consumed = answer.lookup() == SafeWish.Lookup.FOUND;
      return new PayoutEvent.ResendByOperator(statement, approvedBy, consumed, other);
    }
  }

  /**
   * To be taken for ended.
   *
   * @param outcome how
   * @param providerPayoutId the provider's id, where it is said to have it
   * @param adopted the number of the attempt that the payout is taken to be; empty where none is
   *     named
   */
  record Settle(
      PayoutState outcome,
      Optional<String> providerPayoutId,
      String statement,
      OtherAttempt other,
      Optional<Integer> adopted)
      implements Wish {
    @Override
    public String action() {
      return "settle";
    }

    @Override
    public SafeWish.Wish kind() {
      return SafeWish.Wish.valueOf("SETTLE_AS_" + outcome.name());
    }

    @Override
    public Optional<String> evidence() {
      return Optional.of(statement);
    }

    @Override
    public PayoutEvent event(
        String reason, Optional<String> approvedBy, FreshLookup.Answer answer) {
      return new PayoutEvent.SettledByOperator(
          outcome,
          providerPayoutId,
          statement,
          approvedBy,
          other,
          adopted,
          answer.presentAttempt());
    }
  }

  /** To be sent to somebody else's account. */
  record Correct(ObjectNode beneficiary) implements Wish {
    @Override
    public String action() {
      return "correct";
    }

    @Override
    public SafeWish.Wish kind() {
      return SafeWish.Wish.CORRECT;
    }

    @Override
    public Optional<String> evidence() {
      return Optional.empty();
    }

    @Override
    public PayoutEvent event(
        String reason, Optional<String> approvedBy, FreshLookup.Answer answer) {
      return new PayoutEvent.CorrectedByOperator(reason, approvedBy);
    }
  }
}
