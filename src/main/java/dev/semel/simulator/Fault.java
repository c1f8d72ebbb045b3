// Every way in which the simulator can misbehave, and the account numbers that ask for it.
package dev.semel.simulator;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * What happens to one submission. A beneficiary's account number (or phone number, or IBAN) asks
 * for a fault by its last four digits; the control API can plan any fault for any submission. An
 * account that asks for nothing is accepted and paid.
 */
@SuppressWarnings("ImmutableEnumChecker") // every Effect is a record of constants
public enum Fault {
  ACCEPT_AND_PAY("0001", new Effect.Nothing(), "Accepted and paid."),
  NEVER_ANSWERS("0002", deliver(Delivery.NEVER), "Accepted; no answer ever comes."),
  GATEWAY_TIMEOUT("0003", deliver(Delivery.GATEWAY_TIMEOUT), "Accepted; a gateway answers 504."),
  RESETS_AFTER_ACCEPTING("0004", deliver(Delivery.RESET), "Accepted; the connection is reset."),
  ANSWERS_HTML("0005", deliver(Delivery.HTML), "Accepted; the answer is 200 with a page of HTML."),
  ANSWERS_HALF_A_BODY(
      "0006", deliver(Delivery.HALF_A_BODY), "Accepted; the answer breaks off half way."),
  NEVER_RECEIVED(
      "0007",
      new Effect.Drop(1),
      "Not accepted, not recorded: the connection is reset, once per payout."),
  SLOW_ANSWER("0008", deliver(Delivery.SLOWLY), "Accepted; the answer takes its time."),
  DUPLICATE_UNDER_500(
      "0009",
      new Effect.DuplicateUnder500(),
      "Accepted; the answer, and every later one, is 500 with duplicate_reference."),
  ACCOUNT_CLOSED("0011", always(422, "account_closed"), "Refused: 422 account_closed."),
  BENEFICIARY_BLOCKED(
      "0012", always(422, "beneficiary_blocked"), "Refused: 422 beneficiary_blocked."),
  LIMIT_EXCEEDED("0013", always(422, "limit_exceeded"), "Refused: 422 limit_exceeded."),
  REFUSED_UNDER_500(
      "0014", always(500, "account_closed"), "Refused: account_closed, but with status 500."),
  INSUFFICIENT_FLOAT(
      "0015",
      new Effect.Refuse(422, "insufficient_float", 1),
      "Not accepted: 422 insufficient_float, once per payout."),
  UNAUTHORIZED(
      "0016",
      new Effect.Refuse(401, "invalid_api_key", 1),
      "Not accepted: 401 invalid_api_key, once per payout."),
  BUSY(
      "0017",
      new Effect.Refuse(429, "too_many_requests", 2),
      "Not accepted: 429 with Retry-After, twice per payout."),
  UNAVAILABLE(
      "0018",
      new Effect.Refuse(503, "unavailable", 1),
      "Not accepted: 503, once per payout; from outside it might have been."),
  OUTAGE_AFTER_ANSWER(
      "0019",
      new Effect.Outage(),
      "Accepted and answered; then connections are refused for a while."),
  VISIBLE_LATE(
      "0021", new Effect.Hide(false), "Accepted, answered 504; lookups see it only after a while."),
  VISIBLE_TOO_LATE(
      "0022",
      new Effect.Hide(true),
      "Accepted, answered 504; lookups see it later than the partner promises."),
  ACCEPTS_OTHER_AMOUNT(
      "0023", new Effect.OtherAmount(), "Accepted and paid under another amount than asked."),
  RETURNED_LATER(
      "0024",
      new Effect.EndAs(PayoutStatus.RETURNED, false),
      "Accepted and paid; the money comes back later."),
  FAILS_LATER(
      "0025", new Effect.EndAs(PayoutStatus.FAILED, false), "Accepted; fails while processing."),
  RETURNED_LESS(
      "0026",
      new Effect.EndAs(PayoutStatus.RETURNED, true),
      "Accepted and paid; later the money comes back less a fee."),
  WEBHOOKS_DUPLICATED("0031", notify(Delivered.SEVERAL_TIMES), "Each webhook comes three times."),
  WEBHOOKS_REORDERED(
      "0032", notify(Delivered.OUT_OF_ORDER), "The webhook \"processing\" comes after \"paid\"."),
  WEBHOOK_BEFORE_ANSWER(
      "0033",
      notify(Delivered.BEFORE_ANSWER),
      "Paid at once; its webhooks come before the submission's answer."),
  NO_WEBHOOKS("0034", notify(Delivered.NEVER), "Accepted and paid; no webhook is sent."),
  REPORT_ROW_MISSING("0041", report(ReportChange.MISSING), "Paid; the report leaves it out."),
  REPORT_AMOUNT_CHANGED(
      "0042", report(ReportChange.AMOUNT), "Paid; the report has another amount."),
  REPORT_STATUS_CHANGED(
      "0043", report(ReportChange.STATUS), "Paid; the report has another status."),
  REPORT_FOREIGN_ROW(
      "0044", report(ReportChange.FOREIGN), "Paid; the report has one more row, nobody's.");

  private final String suffix;
  private final Effect effect;
  private final String description;

  Fault(String suffix, Effect effect, String description) {
    this.suffix = suffix;
    this.effect = effect;
    this.description = description;
  }

  /** The last four digits of an account number that ask for this fault. */
  public String suffix() {
    return suffix;
  }

  /** One sentence for the documentation and the control API. */
  public String description() {
    return description;
  }

  Effect effect() {
    return effect;
  }

  /** The fault that an account number, IBAN or phone number asks for. */
  static Fault ofAccount(String account) {
    for (Fault fault : values()) {
      if (account.endsWith(fault.suffix)) {
        return fault;
      }
    }
    return ACCEPT_AND_PAY;
  }

  /** The fault's name on the wire, such as {@code gateway_timeout}. */
  @JsonValue
  public String word() {
    return Words.of(this);
  }

  @JsonCreator
  static Fault parse(String word) {
    return Words.parse(Fault.class, word);
  }

  private static Effect deliver(Delivery how) {
    return new Effect.Deliver(how);
  }

  private static Effect always(int status, String code) {
    return new Effect.Refuse(status, code, Effect.ALWAYS);
  }

  private static Effect notify(Delivered how) {
    return new Effect.Notify(how);
  }

  private static Effect report(ReportChange change) {
    return new Effect.Report(change);
  }
}
