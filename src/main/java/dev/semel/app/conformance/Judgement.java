// Whether Semel did right, by the partner's books.
package dev.semel.app.conformance;

import dev.semel.app.chaos.ChaosStore.HistoryLine;
import dev.semel.app.chaos.ChaosStore.Recorded;
import dev.semel.domain.Money;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether Semel did right. The partner's books are the truth: the money moved at most once, exactly
 * where Semel says that it was paid, and what is unknown is in front of a person or has something
 * due.
 */
final class Judgement {
  private static final String UNKNOWN = "submission_unknown";

  private final Play play;
  private final boolean resendIsLookup;
  private final Money wanted;
  private final Ledger ledger;
  private final List<Payment> alive;
  private final List<String> wrong = new ArrayList<>();
  private String risk = "";

  /**
   * A judgement of a play.
   *
   * @param resendIsLookup whether the file asks by sending the request again
   * @param wanted what was to be paid
   */
  Judgement(Play play, boolean resendIsLookup, Money wanted, Ledger ledger) {
    this.play = play;
    this.resendIsLookup = resendIsLookup;
    this.wanted = wanted;
    this.ledger = ledger;
    this.alive = ledger.ours().stream().filter(payment -> payment.stage().alive()).toList();
  }

  /**
   * The verdict.
   *
   * @param believed the final state that a stranger's message led to; empty where there was none
   */
  Verdict of(Recorded payout, List<HistoryLine> history, Instant now, Optional<String> believed) {
    String state = payout.state();
    paidTwice();
    sentAgain();
    asItIs(state);
    inFrontOfSomebody(payout);
    believed.ifPresent(
        led -> finding("a stranger's message made it " + led, wanted + " on a stranger's word"));
    if (!play.ends().contains(state)) {
      finding("it should be " + String.join(" or ", play.ends().stream().sorted().toList()), "");
    }
    ledger.complaints().stream().distinct().forEach(complaint -> finding(complaint, ""));
    return new Verdict(
        did(state, history), wrong.isEmpty(), risk(state, history, now), String.join("; ", wrong));
  }

  private void finding(String sentence, String money) {
    wrong.add(sentence);
    if (risk.isEmpty()) {
      risk = money;
    }
  }

  private void paidTwice() {
    if (alive.size() > 1) {
      Money extra =
          new Money(
              wanted.amount().multiply(BigDecimal.valueOf(alive.size() - 1L)), wanted.currency());
      finding("the partner pays it " + alive.size() + " times", extra + " paid twice");
    }
    alive.stream()
        .filter(payment -> !payment.money().equals(wanted))
        .findFirst()
        .ifPresent(
            payment ->
                finding(
                    "the partner pays " + payment.money() + " and not " + wanted,
                    payment.money() + " paid instead of " + wanted));
  }

  private void sentAgain() {
    if (!resendIsLookup && ledger.afterMoving() > 0 && alive.size() <= 1) {
      finding(
          "it was sent again although the partner had it",
          "none: the partner caught it, and need not have");
    }
  }

  /** Semel's final states have to be true. */
  private void asItIs(String state) {
    boolean paid = alive.size() == 1 && alive.getFirst().stage() == Stage.PAID;
    switch (state) {
      case "paid" -> {
        if (!paid && alive.isEmpty()) {
          finding("Semel says paid, and the partner never paid it", wanted + " lost");
        } else if (!paid && alive.size() == 1) {
          finding("Semel says paid before the partner does", wanted + " not paid yet");
        }
      }
      case "returned" -> {
        boolean returned = ledger.ours().stream().anyMatch(p -> p.stage() == Stage.RETURNED);
        if (!returned) {
          finding("Semel says returned, and it never came back", wanted + " refunded unduly");
        }
      }
      case "failed", "cancelled", "held", "ready", "awaiting_funds" -> {
        if (!alive.isEmpty()) {
          finding(
              "Semel says " + state + ", and the partner pays it", wanted + " would be paid twice");
        }
      }
      default -> {}
    }
  }

  private void inFrontOfSomebody(Recorded payout) {
    boolean open = List.of("ready", "submitting", UNKNOWN, "sent").contains(payout.state());
    if (open && !payout.due() && !payout.asked()) {
      finding("nothing is due, and nobody was asked", wanted + " forgotten");
    } else if (payout.state().equals(UNKNOWN) && !payout.asked()) {
      finding("its outcome is unknown, and no person was told", wanted + " unknown");
    }
  }

  private String did(String state, List<HistoryLine> history) {
    List<String> states = new ArrayList<>();
    for (HistoryLine line : history) {
      String to = line.to();
      boolean told = to != null && !List.of("ready", "submitting").contains(to);
      if (told && (states.isEmpty() || !states.getLast().equals(to))) {
        states.add(to);
      }
    }
    String way = states.isEmpty() ? state : String.join(", ", states);
    if (!way.endsWith(state)) {
      way += ", " + state;
    }
    return "%s; %s, %s"
        .formatted(
            way.replace(UNKNOWN, "unknown"),
            times(ledger.payRequests(), "request"),
            times(ledger.questions(), "question"));
  }

  private static String times(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  private String risk(String state, List<HistoryLine> history, Instant now) {
    if (!risk.isEmpty()) {
      return risk;
    }
    if (state.equals(UNKNOWN)) {
      return wanted + " unknown, a person decides";
    }
    Duration unknown = unknownFor(history, now);
    return unknown.isZero() ? "none" : "none; " + wanted + " unknown for " + Words.span(unknown);
  }

  private static Duration unknownFor(List<HistoryLine> history, Instant now) {
    Duration total = Duration.ZERO;
    Instant since = null;
    for (HistoryLine line : history) {
      String to = line.to();
      if (to == null) {
        continue;
      }
      if (since == null && to.equals(UNKNOWN)) {
        since = line.at();
      } else if (since != null && !to.equals(UNKNOWN)) {
        total = total.plus(Duration.between(since, line.at()));
        since = null;
      }
    }
    return since == null ? total : total.plus(Duration.between(since, now));
  }
}
