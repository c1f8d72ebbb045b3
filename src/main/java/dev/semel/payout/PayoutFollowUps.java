// Hands to people what a decision asks of them.
package dev.semel.payout;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.domain.AlertKind;
import dev.semel.domain.CaseKind;
import dev.semel.domain.Decision;
import dev.semel.domain.Money;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.PayoutState;
import jakarta.inject.Singleton;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Hands to people what a decision asks of them, in words that name the payout, the provider and the
 * next step.
 */
@Singleton
final class PayoutFollowUps {
  private final CaseDesk cases;
  private final AlertDesk alerts;

  PayoutFollowUps(CaseDesk cases, AlertDesk alerts) {
    this.cases = cases;
    this.alerts = alerts;
  }

  /**
   * Opens the cases and raises the alerts of a decision.
   *
   * @return the kinds of the cases by which people have something new to look at
   */
  Set<CaseKind> handOver(PayoutRecord payout, PayoutEvent event, Decision decision) {
    Set<CaseKind> news =
        decision.cases().stream()
            .filter(kind -> open(payout, event, kind))
            .collect(Collectors.toUnmodifiableSet());
    decision.alerts().forEach(kind -> raise(payout, event, kind));
    return news;
  }

  private boolean open(PayoutRecord payout, PayoutEvent event, CaseKind kind) {
    String provider = payout.asked().provider();
    return cases.open(
        new CaseDesk.NewCase(
            payout.asked().tenantId(),
            kind,
            difference(payout, event),
            provider,
            payout.id(),
            summary(payout, event, kind),
            facts(payout, event)));
  }

  private static String difference(PayoutRecord payout, PayoutEvent event) {
    return event instanceof PayoutEvent.OtherAttemptAlive other
        ? payout.id() + "-" + other.attempt() + "-alive"
        : payout.id() + "-" + payout.attempt;
  }

  private static ObjectNode facts(PayoutRecord payout, PayoutEvent event) {
    ObjectNode facts = JsonNodeFactory.instance.objectNode();
    facts.put("ours", payout.asked().money() + ", " + payout.state.wireName());
    facts.put("theirs", EventWords.detail(event).orElse(null));
    facts.put("client_reference", payout.clientReference);
    facts.put("provider_payout_id", payout.providerPayoutId);
    if (payout.settledBy != null) {
      facts.put("settled_by", payout.settledBy);
    }
    if (event instanceof PayoutEvent.OfStatement says && payout.state == PayoutState.RETURNED) {
      says.statement().cameBack().ifPresent(back -> putBack(facts, payout.asked().money(), back));
    }
    return facts;
  }

  private static void putBack(ObjectNode facts, Money asked, Money back) {
    facts.put("came_back", back.toString());
    if (back.currency().equals(asked.currency())) {
      Money missing = new Money(asked.amount().subtract(back.amount()), asked.currency());
      facts.put("difference", missing.toString());
    }
  }

  private static String summary(PayoutRecord payout, PayoutEvent event, CaseKind kind) {
    String what = "Payout " + payout.id() + " at " + payout.asked().provider();
    String said = EventWords.detail(event).orElse("no detail");
    return switch (kind) {
      case SUBMISSION_UNRESOLVED ->
          what
              + ": the outcome of its submission is not known ("
              + said
              + "). Ask the partner about reference "
              + payout.clientReference
              + " before anything else.";
      case TERMS_DIFFER ->
          what
              + ": the partner holds other terms than were asked, "
              + payout.asked().money()
              + " ("
              + said
              + "). Agree with the partner which holds.";
      case CONTRADICTION ->
          event instanceof PayoutEvent.OtherAttemptAlive other
              ? what + otherAttempt(payout, other)
              : what
                  + ": the partner contradicts what is on record, '"
                  + payout.state.wireName()
                  + "'"
                  + (payout.settledBy == null ? "" : ", settled by " + payout.settledBy)
                  + " ("
                  + said
                  + "). Ask the partner which is true.";
      case NEVER_SUBMITTED ->
          what
              + ": the partner speaks of it, but it was never submitted ("
              + said
              + "). Find out whose payout that is.";
      case AMOUNT_DIFFERS, CURRENCY_DIFFERS ->
          what
              + ": other money came back than was sent, "
              + payout.asked().money()
              + " ("
              + said
              + "). Ask the partner for the reason, such as a fee that was kept, and book the difference.";
      case JOB_FAILED,
          UNMATCHED_EVENT,
          THEIRS_NOT_OURS,
          OURS_NOT_THEIRS,
          STATUS_DIFFERS,
          DUPLICATE_AT_PROVIDER,
          UNKNOWN_RETURN,
          UNMATCHED_MONEY,
          REPORT_MISSING,
          REPORT_GAP,
          REPORT_QUARANTINED ->
          what + ": " + said + ".";
    };
  }

  /** What another attempt means depends on whether the present one may have moved money, too. */
  private static String otherAttempt(PayoutRecord payout, PayoutEvent.OtherAttemptAlive other) {
    String both =
        switch (payout.state) {
          case SUBMITTING ->
              "Attempt "
                  + payout.attempt
                  + " was being sent: if its request was out already, the money may be paid twice.";
          case SUBMISSION_UNKNOWN, SENT, PAID, RETURNED ->
              payout.tries > 0
                  ? "Attempt "
                      + payout.attempt
                      + " was sent or may have been: the money may be paid twice."
                  : "Attempt " + payout.attempt + " was not sent, and will not be.";
          case AWAITING_FUNDS, READY, HELD, FAILED, CANCELLED ->
              "The payout is '" + payout.state.wireName() + "' here.";
        };
    return ": the partner may have attempt "
        + other.attempt()
        + ", which is not the present one ("
        + other.said()
        + "). "
        + both
        + " Ask the partner about both references; then two people settle it from that attempt, or dismiss it. Nothing more is sent before.";
  }

  private void raise(PayoutRecord payout, PayoutEvent event, AlertKind kind) {
    alerts.raise(
        new AlertDesk.NewAlert(
            payout.asked().tenantId(),
            kind,
            payout.id(),
            payout.asked().provider(),
            payout.id(),
            message(payout, event, kind)));
  }

  /** The provider speaks of a payout again about which it was silent. */
  void answersAgain(PayoutRecord payout) {
    alerts.over(payout.asked().tenantId(), AlertKind.PROVIDER_SILENT, payout.id());
  }

  private static String message(PayoutRecord payout, PayoutEvent event, AlertKind kind) {
    String what = "Payout " + payout.id() + " at " + payout.asked().provider();
    String said = EventWords.detail(event).orElse("no detail");
    return switch (kind) {
      case DUPLICATE_PAYMENT_CAPTURED ->
          what
              + ": duplicate payment captured ("
              + said
              + "). It is funded already; give one payment back.";
      case PAYMENT_ON_CLOSED_PAYOUT ->
          what + ": payment received on a closed payout (" + said + "). Give the payment back.";
      case NOT_SENT_PLATFORM_FAULT ->
          what
              + " was not sent because of a fault on our side ("
              + said
              + "). The partner does not have it and need not be asked; mend the fault, then resend.";
      case NOT_SENT_RETRIES_USED_UP ->
          what
              + " was not sent: every try failed before the partner took it ("
              + said
              + "). The partner does not have it; resend when it can be reached.";
      case PROVIDER_SILENT ->
          what
              + ": the partner has stopped answering about it. It has the payout; ask the partner, and cancel nothing.";
      case UNLISTED_STATUS,
          SUSPECT_ANSWER,
          BREAKER_OPEN,
          EXPOSURE_CAP_REACHED,
          PROVIDER_NOT_CONNECTED,
          PROVIDER_FILE_NOT_IN_FORCE,
          WEBHOOK_ENDPOINT_DISABLED,
          RECONCILIATION_FAILED,
          REPORT_LATE,
          REPORT_SOURCE_FAULTY ->
          what + ": " + said + ".";
    };
  }
}
