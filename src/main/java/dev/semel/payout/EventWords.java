// How an event is told in a payout's history.
package dev.semel.payout;

import dev.semel.domain.OtherAttempt;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.ProviderStatement;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.WireNames;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How an event is told in a payout's history: its type in snake_case, and in a clause what it says.
 */
final class EventWords {
  private static final Pattern CAPITAL = Pattern.compile("(?<=[a-z])(?=[A-Z])");

  private EventWords() {}

  /** The type of an entry, such as {@code lookup_found} or {@code provider_says_paid}. */
  static String type(PayoutEvent event) {
    String name =
        CAPITAL.matcher(event.getClass().getSimpleName()).replaceAll("_").toLowerCase(Locale.ROOT);
    return event instanceof PayoutEvent.ProviderSays says
        ? name + "_" + WireNames.of(says.statement().status())
        : name;
  }

  /** What the event says, where it says more than its type. */
  static Optional<String> detail(PayoutEvent event) {
    return switch (event) {
      case PayoutEvent.OfStatement says -> Optional.of(statement(says.statement()));
      case PayoutEvent.Refused refused ->
          Optional.of(refused.code() + refused.message().map(text -> ": " + text).orElse(""));
      case PayoutEvent.NotSent notSent -> Optional.of(notSent.reason());
      case PayoutEvent.Busy busy -> Optional.of(busy.reason());
      case PayoutEvent.PlatformFault fault ->
          Optional.of(fault.code() + fault.message().map(text -> ": " + text).orElse(""));
      case PayoutEvent.OutcomeUnknown unknown -> Optional.of(unknown.reason());
      case PayoutEvent.DuplicateReference _ ->
          Optional.of(
              "the provider has this reference already; it is looked up, never sent under another");
      case PayoutEvent.LeaseExpired _ ->
          Optional.of(
              "the worker did not report back before its lease ended; it may have sent a request");
      case PayoutEvent.LookupAbsent absent ->
          Optional.of(
              absent.counted().isPresent()
                  ? "not found; one more in a row confirms it"
                  : "not found, which proves nothing yet");
      case PayoutEvent.AbsenceConfirmed _ ->
          Optional.of("not found twice, later than the provider promises to show what it accepted");
      case PayoutEvent.LookupUnclear unclear -> Optional.of(unclear.reason());
      case PayoutEvent.LookupsUsedUp usedUp -> Optional.of(usedUp.reason());
      case PayoutEvent.FundsCleared funds -> Optional.of("payment " + funds.paymentReference());
      case PayoutEvent.CancelAsked cancel -> Optional.of(cancel.reason());
      case PayoutEvent.DeadlinePassed _ -> Optional.of("deadline_passed");
      case PayoutEvent.OtherAttemptAlive other ->
          Optional.of(
              "of attempt "
                  + other.attempt()
                  + " "
                  + other.said()
                  + "; nothing more of this payout is sent before two people have settled that");
      case PayoutEvent.HeldByOperator held -> Optional.of(held.reason());
      case PayoutEvent.ReleasedByOperator released -> Optional.of(released.reason());
      case PayoutEvent.ResendByOperator resend ->
          Optional.of(by(resend, other(resend.other()) + resend.statement()));
      case PayoutEvent.CorrectedByOperator corrected ->
          Optional.of(by(corrected, corrected.reason()));
      case PayoutEvent.SettledByOperator settled ->
          Optional.of(
              by(
                  settled,
                  "as '"
                      + settled.outcome().wireName()
                      + "': "
                      + other(settled.other())
                      + settled.statement()));
      case PayoutEvent.Claimed _, PayoutEvent.ProviderSilent _ -> Optional.empty();
    };
  }

  private static String other(OtherAttempt other) {
    return switch (other) {
      case UNMENTIONED -> "";
      case DISMISSED -> "the other attempt was not paid and will not be; ";
      case ADOPTED -> "the other attempt is the payout from now on; ";
    };
  }

  /** The second person comes first, so that a long text can't push them out. */
  private static String by(PayoutEvent.ByTwo event, String text) {
    return event.approvedBy().map(second -> "approved by " + second + "; " + text).orElse(text);
  }

  private static String statement(ProviderStatement statement) {
    StringBuilder text =
        new StringBuilder("the provider says '").append(statement.providerWord()).append('\'');
    statement.providerPayoutId().ifPresent(id -> text.append(" of its payout ").append(id));
    statement.money().ifPresent(money -> text.append(", ").append(money));
    if (statement.status() == ProviderStatus.RETURNED
        && statement.back() instanceof ProviderStatement.MoneyBack.Apart apart) {
      apart
          .told()
          .ifPresent(money -> text.append(", of which ").append(money).append(" came back"));
    }
    statement.code().ifPresent(code -> text.append(", code ").append(code));
    return text.toString();
  }
}
