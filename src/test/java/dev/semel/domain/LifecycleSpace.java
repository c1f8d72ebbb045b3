package dev.semel.domain;

import dev.semel.domain.PayoutEvent.Retry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Payouts as they can stand and events as they can come, in words for people: what the page of the
 * lifecycle is rendered from, and what the tests of its shape go through.
 */
final class LifecycleSpace {
  private static final Optional<String> ID = Optional.of(Sample.PROVIDER_ID);
  private static final Optional<String> SECOND_PERSON = Optional.of("second@example.com");
  private static final String STATEMENT = "the partner wrote how it stands";

  /** Where the provider says that it has or had another attempt of the same payout. */
  static final String BESIDE = "beside another attempt";

  private LifecycleSpace() {}

  /** A payout, and what distinguishes it from others in its state; empty for the ordinary one. */
  record Standing(String facts, PayoutSnapshot payout) {}

  /** An event with the words for the page and the fewer words for the graph. */
  record Happening(String words, String shortly, PayoutEvent event) {
    /** True where the provider says how the payout stands. */
    boolean isProvidersWord() {
      return event instanceof PayoutEvent.OfStatement;
    }
  }

  /** Every way in which a payout of a state can stand, as far as the rules look at it. */
  static List<Standing> standings(PayoutState state) {
    Sample ordinary = Sample.in(state).funded(state != PayoutState.AWAITING_FUNDS);
    return switch (state) {
      case AWAITING_FUNDS -> List.of(standing("", ordinary));
      case READY ->
          List.of(
              standing("", ordinary),
              standing("after a try", submitted(state)),
              standing("after an unknown outcome", submitted(state).wasUnknown(true)));
      case SUBMITTING ->
          List.of(
              standing("", submitted(state)),
              standing("after an unknown outcome", submitted(state).wasUnknown(true)),
              standing(BESIDE, submitted(state).otherAttemptAlive(true)));
      case SUBMISSION_UNKNOWN ->
          List.of(
              standing("", submitted(state).wasUnknown(true)),
              standing(BESIDE, submitted(state).wasUnknown(true).otherAttemptAlive(true)),
              standing(
                  "at a provider without a promise of visibility",
                  submitted(state).wasUnknown(true).visibilityPromised(false)));
      case SENT ->
          List.of(
              standing("", adopted(state)),
              standing("holding other terms", adopted(state).termsDiffer(true)),
              standing(BESIDE, adopted(state).otherAttemptAlive(true)));
      case HELD ->
          List.of(
              standing("by a person", ordinary.held(Optional.of(HoldReason.OPERATOR))),
              standing(
                  "by a person, unfunded",
                  Sample.in(state).funded(false).held(Optional.of(HoldReason.OPERATOR))),
              standing(
                  "after a try", submitted(state).held(Optional.of(HoldReason.PLATFORM_FAULT))));
      case PAID ->
          List.of(
              standing("", adopted(state)),
              standing(
                  "by after_paid",
                  adopted(state).afterPaid(Map.of(ProviderStatus.FAILED, ProviderStatus.RETURNED))),
              standing(BESIDE, adopted(state).otherAttemptAlive(true)));
      case FAILED ->
          List.of(
              standing("", adopted(state)),
              standing(
                  "by after_paid",
                  adopted(state).afterPaid(Map.of(ProviderStatus.FAILED, ProviderStatus.RETURNED))),
              standing(
                  "settled by people", submitted(state).wasUnknown(true).settledByPeople(true)));
      case RETURNED -> List.of(standing("", adopted(state)));
      case CANCELLED ->
          List.of(
              standing("by the provider", adopted(state)),
              standing("by us after a try", submitted(state)),
              standing("by us before any try", ordinary));
    };
  }

  private static Sample submitted(PayoutState state) {
    return Sample.in(state).submitted(true);
  }

  private static Sample adopted(PayoutState state) {
    return submitted(state).adopted(ID, Sample.at(Sample.LAST_STATEMENT));
  }

  private static Standing standing(String facts, Sample sample) {
    return new Standing(facts, sample.payout());
  }

  /**
   * False where an event could not be told from an ordinary one: nothing is older than no
   * statement, and no id differs from none.
   */
  static boolean concerns(Happening happening, PayoutSnapshot payout) {
    if (!(happening.event() instanceof PayoutEvent.OfStatement said)) {
      return true;
    }
    boolean placed = !said.position().equals(ProviderPosition.UNPLACED);
    boolean otherId = !said.statement().providerPayoutId().equals(ID);
    return payout.providerPayoutId().isPresent() || !(placed || otherId);
  }

  /** Every kind of event, in the order in which they happen to a payout. */
  static List<Happening> happenings() {
    List<Happening> all = new ArrayList<>();
    all.add(
        new Happening(
            "The sender's payment clears",
            "payment clears",
            new PayoutEvent.FundsCleared("PAY-2")));
    all.addAll(ofSubmission());
    all.addAll(ofStatements());
    all.addAll(ofUnknown());
    all.addAll(ofPeople());
    return all;
  }

  private static List<Happening> ofSubmission() {
    long now = Sample.EPOCH;
    Retry after = new Retry.After(Duration.ofSeconds(2));
    Retry usedUp = new Retry.UsedUp();
    Optional<String> none = Optional.empty();
    return List.of(
        new Happening("A worker claims it", "claimed", new PayoutEvent.Claimed()),
        new Happening(
            "The provider refuses the payout",
            "refused",
            new PayoutEvent.Refused(now, "account_closed", Fault.BENEFICIARY, none)),
        new Happening(
            "No request was sent, and tries are left",
            "not sent",
            new PayoutEvent.NotSent(now, "connection refused", after)),
        new Happening(
            "The provider is busy, and tries are left",
            "busy",
            new PayoutEvent.Busy(now, "429", after)),
        new Happening(
            "No request was sent, and the tries are used up",
            "tries used up",
            new PayoutEvent.NotSent(now, "connection refused", usedUp)),
        new Happening(
            "The provider is busy, and the tries are used up",
            "tries used up",
            new PayoutEvent.Busy(now, "429", usedUp)),
        new Happening(
            "The request was refused for a fault on our side",
            "our fault",
            new PayoutEvent.PlatformFault(now, "invalid_api_key", none)),
        new Happening(
            "No understood answer came",
            "no understood answer",
            new PayoutEvent.OutcomeUnknown(now, "read time-out")),
        new Happening(
            "The provider has this reference already",
            "duplicate reference",
            new PayoutEvent.DuplicateReference(now)),
        new Happening(
            "The worker's lease expires", "lease expired", new PayoutEvent.LeaseExpired(now)),
        new Happening(
            "A worker whose lease was lost reports such an outcome",
            "late report",
            new PayoutEvent.OutcomeUnknown(now - 1, "read time-out")));
  }

  private static List<Happening> ofStatements() {
    List<Happening> all = new ArrayList<>();
    for (ProviderStatus status : ProviderStatus.values()) {
      String word = WireNames.of(status);
      all.add(
          new Happening(
              "The provider says " + word,
              word,
              says(Sample.says(status), ProviderPosition.UNPLACED, Evidence.AUTHENTICATED_QUERY)));
    }
    Money other = Money.of("12.55", "EUR");
    all.add(
        new Happening(
            "It says processing, with another amount or currency",
            "processing",
            new PayoutEvent.LookupFound(
                Sample.says(ProviderStatus.PROCESSING, Sample.PROVIDER_ID, other))));
    all.add(
        new Happening(
            "It says paid, with another amount or currency",
            "processing",
            new PayoutEvent.Accepted(
                Sample.EPOCH, Sample.says(ProviderStatus.PAID, Sample.PROVIDER_ID, other))));
    all.add(
        new Happening(
            "It says returned, and another amount or currency came back",
            "returned",
            new PayoutEvent.LookupFound(
                Sample.says(ProviderStatus.RETURNED, Sample.PROVIDER_ID, other))));
    ProviderStatement paid = Sample.says(ProviderStatus.PAID);
    all.add(
        new Happening(
            "It says paid, dated before its last word",
            "paid",
            says(paid, Sample.at(Sample.LAST_STATEMENT.minusSeconds(1)), Evidence.SIGNED_WEBHOOK)));
    all.add(
        new Happening(
            "It says paid of another of its payouts",
            "paid",
            says(
                Sample.says(ProviderStatus.PAID, "PP-2", Sample.ASKED),
                ProviderPosition.UNPLACED,
                Evidence.SIGNED_WEBHOOK)));
    all.add(
        new Happening(
            "An unsigned message says paid",
            "paid",
            says(paid, ProviderPosition.UNPLACED, Evidence.UNSIGNED_HINT)));
    return all;
  }

  private static PayoutEvent says(
      ProviderStatement statement, ProviderPosition position, Evidence evidence) {
    return new PayoutEvent.ProviderSays(statement, position, evidence);
  }

  private static List<Happening> ofUnknown() {
    return List.of(
        new Happening(
            "A lookup says that there is no such payout", "absent", new PayoutEvent.LookupAbsent()),
        new Happening(
            "A lookup gives no usable answer", "unclear", new PayoutEvent.LookupUnclear("502")),
        new Happening(
            "No lookup is left, or none can be made",
            "lookups used up",
            new PayoutEvent.LookupsUsedUp("every planned lookup was made")),
        new Happening(
            "Absence is confirmed", "absence confirmed", new PayoutEvent.AbsenceConfirmed()),
        new Happening(
            "The provider stops answering about it",
            "provider silent",
            new PayoutEvent.ProviderSilent()));
  }

  private static List<Happening> ofPeople() {
    Optional<String> nobody = Optional.empty();
    return List.of(
        new Happening(
            "A client or an operator cancels it",
            "cancelled",
            new PayoutEvent.CancelAsked("the sender changed their mind")),
        new Happening("Its deadline passes", "deadline passed", new PayoutEvent.DeadlinePassed()),
        new Happening(
            "The provider says of another attempt of it more than that it failed",
            "another attempt is alive",
            new PayoutEvent.OtherAttemptAlive(1, "the provider says 'paid'")),
        new Happening(
            "An operator holds it",
            "held by a person",
            new PayoutEvent.HeldByOperator("to be looked at")),
        new Happening(
            "An operator releases it", "released", new PayoutEvent.ReleasedByOperator("looked at")),
        new Happening(
            "An operator has it sent again, alone",
            "sent again",
            new PayoutEvent.ResendByOperator(STATEMENT, nobody)),
        new Happening(
            "An operator has it sent again, and a second person approves",
            "sent again by two people",
            new PayoutEvent.ResendByOperator(STATEMENT, SECOND_PERSON)),
        new Happening(
            "Two people have it sent again, and dismiss the other attempt",
            "sent again by two people",
            new PayoutEvent.ResendByOperator(
                STATEMENT, SECOND_PERSON, false, OtherAttempt.DISMISSED)),
        new Happening(
            "The same alone, where the provider shows the held attempt as failed",
            "sent again under a new reference",
            new PayoutEvent.ResendByOperator(STATEMENT, nobody, true)),
        new Happening(
            "An operator corrects the beneficiary, alone",
            "corrected",
            new PayoutEvent.CorrectedByOperator("a digit was wrong", nobody)),
        new Happening(
            "An operator corrects the beneficiary, and a second person approves",
            "corrected by two people",
            new PayoutEvent.CorrectedByOperator("a digit was wrong", SECOND_PERSON)),
        new Happening(
            "An operator settles it, alone",
            "settled",
            new PayoutEvent.SettledByOperator(PayoutState.FAILED, nobody, STATEMENT, nobody)),
        new Happening(
            "An operator settles it as sent, and a second person approves",
            "settled by two people",
            new PayoutEvent.SettledByOperator(PayoutState.SENT, ID, STATEMENT, SECOND_PERSON)),
        new Happening(
            "The same without the provider's id",
            "settled by two people",
            new PayoutEvent.SettledByOperator(PayoutState.SENT, nobody, STATEMENT, SECOND_PERSON)),
        new Happening(
            "An operator settles it as failed, and a second person approves",
            "settled by two people",
            new PayoutEvent.SettledByOperator(
                PayoutState.FAILED, nobody, STATEMENT, SECOND_PERSON)),
        new Happening(
            "Two people settle it as failed, and dismiss the other attempt",
            "settled by two people",
            new PayoutEvent.SettledByOperator(
                PayoutState.FAILED, nobody, STATEMENT, SECOND_PERSON, OtherAttempt.DISMISSED)),
        new Happening(
            "Two people settle it as sent from the other attempt",
            "settled by two people",
            new PayoutEvent.SettledByOperator(
                PayoutState.SENT, ID, STATEMENT, SECOND_PERSON, OtherAttempt.ADOPTED)),
        new Happening(
            "An operator settles it as paid, and a second person approves",
            "settled by two people",
            new PayoutEvent.SettledByOperator(PayoutState.PAID, nobody, STATEMENT, SECOND_PERSON)),
        new Happening(
            "An operator settles it as returned, and a second person approves",
            "settled by two people",
            new PayoutEvent.SettledByOperator(
                PayoutState.RETURNED, nobody, STATEMENT, SECOND_PERSON)));
  }

  /** A change of state, what distinguishes the payout before it, and the event that makes it. */
  record Edge(PayoutState from, String facts, PayoutState to, Happening by) {}

  /** Every change of state that some event makes, found by asking the rules. */
  static List<Edge> edges() {
    List<Edge> edges = new ArrayList<>();
    for (PayoutState state : PayoutState.values()) {
      for (Standing standing : standings(state)) {
        for (Happening happening : happenings()) {
          if (PayoutLifecycle.decide(standing.payout(), happening.event())
                  instanceof Decision.Applied applied
              && applied.next() != state) {
            edges.add(new Edge(state, standing.facts(), applied.next(), happening));
          }
        }
      }
    }
    return edges;
  }
}
