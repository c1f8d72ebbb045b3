// Takes the word that the sender's payment has cleared.
package dev.semel.payout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.semel.domain.Decision;
import dev.semel.domain.Money;
import dev.semel.domain.PayoutEvent;
import dev.semel.json.BodyReader;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import dev.semel.security.Caller;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Optional;

/**
 * Takes the word that the sender's payment has cleared. The same payment again changes nothing;
 * another one for a payout that is funded or closed is recorded, people are alerted, and nothing is
 * sent twice for it.
 */
@Singleton
final class ConfirmFunding {
  private final PayoutStore payouts;
  private final FundingStore payments;
  private final PayoutTransitions transitions;

  ConfirmFunding(PayoutStore payouts, FundingStore payments, PayoutTransitions transitions) {
    this.payouts = payouts;
    this.payments = payments;
    this.transitions = transitions;
  }

  /**
   * A sender's payment.
   *
   * @param reference the client's id of the payment
   * @param money what was captured, in the sender's currency
   * @param capturedAt when
   */
  record Payment(String reference, Money money, Instant capturedAt) {
    /** Everything that makes two requests the same, in one exact form. */
    JsonNode understood() {
      return JsonNodeFactory.instance
          .objectNode()
          .put("payment_reference", reference)
          .put("amount", money.amount().stripTrailingZeros().toPlainString())
          .put("currency", money.currency().code())
          .put("captured_at", capturedAt.toString());
    }

    /** Reads the body of {@code confirmFunding}. */
    static Payment read(byte[] bytes) {
      BodyReader body = BodyReader.of(bytes);
      String reference = body.requiredLine("payment_reference", 1, 128);
      Optional<Money> money = MoneyReader.read(body);
      Instant capturedAt = body.requiredInstant("captured_at");
      body.throwIfInvalid();
      return new Payment(reference, money.orElseThrow(), capturedAt);
    }
  }

  /**
   * Records a payment, in the open transaction.
   *
   * @return the payout, or the problem that the payment was recorded with
   */
  Outcome confirm(Caller caller, String payoutId, Payment payment) {
    PayoutStore.Locked locked =
        payouts.lock(caller.tenantId(), payoutId).orElseThrow(Problems::noSuchPayout);
    Optional<FundingStore.Known> known = payments.find(payoutId, payment.reference());
    if (known.isPresent()) {
      return again(locked.payout(), payment, known.get());
    }
    PayoutTransitions.Transition transition =
        transitions.apply(
            locked,
            new PayoutEvent.FundsCleared(payment.reference()),
            caller.actor(),
            Optional.of(payment.capturedAt()));
    payments.insert(payoutId, payment, transition.applied());
    return switch (transition.decision()) {
      case Decision.Applied _ -> new Outcome.Done(transition.payout());
      case Decision.Refused _ -> misfit(transition.payout());
    };
  }

  /** A payment that was reported before is answered as it was then. */
  private static Outcome again(PayoutRecord payout, Payment payment, FundingStore.Known known) {
    if (!known.money().equals(payment.money())) {
      return new Outcome.Conflict(conflict(payout, "was reported before with another amount"));
    }
    return known.applied() ? new Outcome.Done(payout) : misfit(payout);
  }

  private static Outcome misfit(PayoutRecord payout) {
    return new Outcome.Conflict(conflict(payout, "is not the payment that this payout waits for"));
  }

  private static ProblemException conflict(PayoutRecord payout, String what) {
    return new ProblemException(
            ProblemType.FUNDING_CONFLICT,
            "This payment "
                + what
                + ": the payout is '"
                + payout.state().wireName()
                + "'. It was recorded and people were alerted; find out which payment is to be given back.")
        .withMember("payout_id", payout.id())
        .withMember("payout_status", payout.state().wireName());
  }

  /** What became of a payment. */
  sealed interface Outcome {
    /** The payout is funded by this payment. */
    record Done(PayoutRecord payout) implements Outcome {}

    /** The payment does not fit; it is recorded, and the answer says so. */
    record Conflict(ProblemException problem) implements Outcome {}
  }
}
