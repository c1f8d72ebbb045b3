package dev.semel.domain;

import dev.semel.domain.PayoutEvent.Retry;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The words in which {@code lifecycle.txt} writes facts of a payout, and events. A word that is not
 * understood fails the reading.
 */
final class LifecycleWords {
  private final String text;
  private final Set<String> words;

  private LifecycleWords(String text) {
    this.text = text;
    this.words = new LinkedHashSet<>(Arrays.asList(text.split(", ")));
  }

  /** Changes a payout by one fact. */
  static void apply(String fact, Sample sample) {
    switch (fact) {
      case "funded" -> sample.funded(true);
      case "unfunded" -> sample.funded(false);
      case "submitted" -> sample.submitted(true);
      case "never submitted" -> sample.submitted(false);
      case "was unknown" -> sample.wasUnknown(true);
      case "other terms held" -> sample.termsDiffer(true);
      case "adopted" ->
          sample.adopted(Optional.of(Sample.PROVIDER_ID), Sample.at(Sample.LAST_STATEMENT));
      case "not adopted" -> sample.adopted(Optional.empty(), ProviderPosition.UNPLACED);
      case "settled by people" -> sample.settledByPeople(true);
      case "beside another attempt" -> sample.otherAttemptAlive(true);
      case "no promise" -> sample.visibilityPromised(false);
      case "failed means returned" ->
          sample.afterPaid(Map.of(ProviderStatus.FAILED, ProviderStatus.RETURNED));
      default -> sample.held(Optional.of(holdReason(fact)));
    }
  }

  private static HoldReason holdReason(String fact) {
    if (!fact.startsWith("held for ")) {
      throw new IllegalArgumentException("'" + fact + "' is no fact that the table knows");
    }
    return WireNames.parse(HoldReason.class, fact.substring("held for ".length()));
  }

  /** The event of a line such as {@code ProviderSays paid, signed_webhook, older}. */
  static PayoutEvent event(String text) {
    LifecycleWords words = new LifecycleWords(text);
    PayoutEvent event = words.event();
    if (!words.words.isEmpty()) {
      throw new IllegalArgumentException(words.words + " is not understood in: event " + text);
    }
    return event;
  }

  private PayoutEvent event() {
    String head = words.iterator().next();
    words.remove(head);
    String name = head.split(" ")[0];
    String rest = head.substring(name.length()).strip();
    Optional<String> none = Optional.empty();
    return switch (name) {
      case "FundsCleared" -> new PayoutEvent.FundsCleared("PAY-2");
      case "Claimed" -> new PayoutEvent.Claimed();
      case "Accepted" -> new PayoutEvent.Accepted(epoch(), statement(rest));
      case "Refused" -> new PayoutEvent.Refused(epoch(), "account_closed", Fault.BENEFICIARY, none);
      case "NotSent" -> new PayoutEvent.NotSent(epoch(), "connection refused", retry(rest));
      case "Busy" -> new PayoutEvent.Busy(epoch(), "429", retry(rest));
      case "PlatformFault" -> new PayoutEvent.PlatformFault(epoch(), "invalid_api_key", none);
      case "OutcomeUnknown" -> new PayoutEvent.OutcomeUnknown(epoch(), "read time-out");
      case "DuplicateReference" -> new PayoutEvent.DuplicateReference(epoch());
      case "LeaseExpired" -> new PayoutEvent.LeaseExpired(epoch());
      case "LookupFound" -> new PayoutEvent.LookupFound(statement(rest));
      case "LookupAbsent" -> new PayoutEvent.LookupAbsent();
      case "AbsenceConfirmed" -> new PayoutEvent.AbsenceConfirmed();
      case "LookupUnclear" -> new PayoutEvent.LookupUnclear("502");
      case "LookupsUsedUp" -> new PayoutEvent.LookupsUsedUp("every planned lookup was made");
      case "ProviderSays" -> providerSays(rest);
      case "ProviderSilent" -> new PayoutEvent.ProviderSilent();
      case "CancelAsked" -> new PayoutEvent.CancelAsked("the sender changed their mind");
      case "DeadlinePassed" -> new PayoutEvent.DeadlinePassed();
      case "OtherAttemptAlive" -> new PayoutEvent.OtherAttemptAlive(1, "the provider says 'paid'");
      case "HeldByOperator" -> new PayoutEvent.HeldByOperator("to be looked at");
      case "ReleasedByOperator" -> new PayoutEvent.ReleasedByOperator("looked at");
      case "ResendByOperator" ->
          new PayoutEvent.ResendByOperator(
              "the partner wrote that it has no such payout",
              approved(rest),
              words.remove("reference consumed"),
              other());
      case "CorrectedByOperator" ->
          new PayoutEvent.CorrectedByOperator("a digit was wrong", approved(rest));
      case "SettledByOperator" -> settled(rest);
      default -> throw new IllegalArgumentException("'" + name + "' is no event: " + text);
    };
  }

  private PayoutEvent providerSays(String status) {
    ProviderStatement statement = statement(status);
    for (Evidence evidence : Evidence.values()) {
      if (words.remove(WireNames.of(evidence))) {
        return new PayoutEvent.ProviderSays(statement, position(), evidence);
      }
    }
    throw new IllegalArgumentException("the evidence is missing in: event " + text);
  }

  private PayoutEvent settled(String outcome) {
    Optional<String> id =
        words.remove("no id") ? Optional.empty() : Optional.of(Sample.PROVIDER_ID);
    String approval = words.iterator().next();
    words.remove(approval);
    return new PayoutEvent.SettledByOperator(
        PayoutState.ofWireName(outcome),
        id,
        "the partner wrote how it ended",
        approved(approval),
        other());
  }

  private OtherAttempt other() {
    if (words.remove("the other dismissed")) {
      return OtherAttempt.DISMISSED;
    }
    return words.remove("the other adopted") ? OtherAttempt.ADOPTED : OtherAttempt.UNMENTIONED;
  }

  private ProviderStatement statement(String status) {
    String id = words.remove("other id") ? "PP-2" : Sample.PROVIDER_ID;
    Money money = Sample.ASKED;
    if (words.remove("other amount")) {
      money = Money.of("12.55", "EUR");
    } else if (words.remove("other currency")) {
      money = Money.of("125.50", "USD");
    }
    return Sample.says(WireNames.parse(ProviderStatus.class, status), id, money);
  }

  private ProviderPosition position() {
    if (words.remove("older")) {
      return Sample.at(Sample.LAST_STATEMENT.minusSeconds(1));
    }
    if (words.remove("same place")) {
      return Sample.at(Sample.LAST_STATEMENT);
    }
    return words.remove("newer")
        ? Sample.at(Sample.LAST_STATEMENT.plusSeconds(1))
        : ProviderPosition.UNPLACED;
  }

  private long epoch() {
    return words.remove("lease lost") ? Sample.EPOCH - 1 : Sample.EPOCH;
  }

  private Retry retry(String rest) {
    if (rest.equals("after a pause")) {
      return new Retry.After(Duration.ofSeconds(2));
    }
    if (words.remove("used up")) {
      return new Retry.UsedUp();
    }
    throw new IllegalArgumentException("whether it is tried again is missing in: event " + text);
  }

  private Optional<String> approved(String word) {
    return switch (word) {
      case "approved" -> Optional.of("second@example.com");
      case "alone" -> Optional.empty();
      default ->
          throw new IllegalArgumentException("approved or alone is missing in: event " + text);
    };
  }
}
