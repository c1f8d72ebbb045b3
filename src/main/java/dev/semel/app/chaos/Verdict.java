// Holds the records against the partners' truth, at the end.
package dev.semel.app.chaos;

import dev.semel.app.chaos.ChaosStore.HistoryLine;
import dev.semel.app.chaos.ChaosStore.Recorded;
import dev.semel.app.chaos.Violation.Kind;
import dev.semel.domain.ProviderStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Holds the records against the partners' truth and against the clients' knowledge, at the end. */
final class Verdict {
  /** From each state, where an applied event may lead, as the table of the lifecycle has it. */
  static final Map<String, Set<String>> LEADS_TO =
      Map.of(
          "awaiting_funds", Set.of("ready", "held", "cancelled"),
          "ready",
              Set.of(
                  "submitting",
                  "submission_unknown",
                  "held",
                  "cancelled",
                  "sent",
                  "paid",
                  "failed",
                  "returned"),
          "submitting",
              Set.of(
                  "submitting",
                  "ready",
                  "held",
                  "submission_unknown",
                  "sent",
                  "paid",
                  "failed",
                  "returned",
                  "cancelled"),
          "submission_unknown",
              Set.of(
                  "submission_unknown", "ready", "sent", "paid", "failed", "returned", "cancelled"),
          "sent", Set.of("sent", "submission_unknown", "paid", "failed", "returned", "cancelled"),
          "held",
              Set.of(
                  "held",
                  "ready",
                  "awaiting_funds",
                  "submission_unknown",
                  "cancelled",
                  "sent",
                  "paid",
                  "returned"),
          "paid", Set.of("returned"),
          "failed", Set.of("returned"),
          "returned", Set.of(),
          "cancelled", Set.of());

  /** What leads from an unknown outcome to a resend. */
  private static final Set<String> MAY_RESEND = Set.of("absence_confirmed", "resend_by_operator");

  private static final Set<String> UNSENT = Set.of("awaiting_funds", "ready", "held", "failed");

  private final Judge judge;
  private final ChaosStore store;
  private final Map<String, List<Holding>> truth;

  Verdict(Judge judge, ChaosStore store, List<SimulatedPartner> partners) {
    this.judge = judge;
    this.store = store;
    this.truth =
        partners.stream()
            .flatMap(partner -> partner.holdings().stream())
            .collect(Collectors.groupingBy(Holding::payoutId));
  }

  /** How many payouts ended in each state. */
  Map<String, Integer> give(List<Intent> intents) {
    List<Recorded> payouts = store.payouts();
    Map<String, Recorded> byId = new HashMap<>();
    payouts.forEach(payout -> byId.put(payout.id(), payout));
    nothingIsLost(intents, byId);
    Map<String, List<HistoryLine>> histories =
        store.histories().stream().collect(Collectors.groupingBy(HistoryLine::payoutId));
    Map<String, Integer> ends = new HashMap<>();
    for (Recorded payout : payouts) {
      explains(payout, histories.getOrDefault(payout.id(), List.of()));
      agrees(payout, truth.getOrDefault(payout.id(), List.of()));
      ends.merge(payout.state(), 1, Integer::sum);
    }
    return ends;
  }

  private void nothingIsLost(List<Intent> intents, Map<String, Recorded> byId) {
    for (Intent intent : intents) {
      @Nullable String id = intent.payoutId();
      if (id != null && !byId.containsKey(id)) {
        judge.find(Kind.LOST, id, intent.reference(), "the client saw a 201");
      }
    }
    truth.keySet().stream()
        .filter(id -> !byId.containsKey(id))
        .forEach(id -> judge.find(Kind.LOST, id, "", "the partner has it"));
  }

  /** The history, read from its beginning, leads to the state that the payout has. */
  private void explains(Recorded payout, List<HistoryLine> history) {
    @Nullable String state = null;
    int number = 0;
    for (HistoryLine entry : history) {
      number++;
      if (entry.sequence() != number) {
        find(Kind.HISTORY, payout, "entry " + number + " is missing");
      }
      if (entry.to() == null) {
        continue;
      }
      if (state == null ? entry.from() != null : !state.equals(entry.from())) {
        find(
            Kind.HISTORY,
            payout,
            "it was " + state + " when entry " + number + " says " + entry.from());
      }
      if (state != null) {
        follows(payout, state, entry);
      }
      state = entry.to();
    }
    if (!payout.state().equals(state) || number != payout.version()) {
      find(
          Kind.HISTORY, payout, "it is " + payout.state() + ", and its history ends with " + state);
    }
  }

  private void follows(Recorded payout, String state, HistoryLine entry) {
    String next = String.valueOf(entry.to());
    if (!LEADS_TO.getOrDefault(state, Set.of()).contains(next)) {
      boolean wasFinal = LEADS_TO.getOrDefault(state, Set.of()).size() < 2;
      find(
          wasFinal ? Kind.FINAL_STATE : Kind.HISTORY,
          payout,
          entry.type() + " led from " + state + " to " + next);
    }
    if (state.equals("submission_unknown")
        && next.equals("ready")
        && !MAY_RESEND.contains(entry.type())) {
      find(Kind.RESENT_AFTER_UNKNOWN, payout, "by " + entry.type());
    }
  }

  private void agrees(Recorded payout, List<Holding> holdings) {
    boolean paid = holdings.stream().anyMatch(Holding::everPaid);
    List<Holding> live =
        holdings.stream()
            .filter(Holding::live)
            .filter(holding -> !isReturnCalledFailure(payout, holding))
            .toList();
    boolean unsaid = live.isEmpty() || (payout.asked() && !payout.state().equals("held"));
    switch (payout.state()) {
      case "paid", "returned" -> {
        if (!paid) {
          find(
              Kind.FINAL_STATE, payout, "it is " + payout.state() + ", and the partner never paid");
        }
      }
      case "sent" -> {
        if (holdings.isEmpty()) {
          find(Kind.FINAL_STATE, payout, "it is sent, and the partner does not have it");
        }
      }
      case "cancelled" -> {
        if (!unsaid) {
          find(Kind.FINAL_STATE, payout, "it is cancelled, and the partner has " + words(live));
        }
      }
      default -> {
        if (UNSENT.contains(payout.state()) && !unsaid) {
          find(
              Kind.LOST,
              payout,
              "it is " + payout.state() + ", and the partner has " + words(live));
        }
      }
    }
    boolean waits = payout.due() || payout.asked() || payout.state().equals("awaiting_funds");
    boolean ended = LEADS_TO.getOrDefault(payout.state(), Set.of()).size() < 2;
    if (!waits && !ended) {
      find(Kind.STRANDED, payout, "it is " + payout.state());
    }
  }

  /**
   * Some partners call a return a failure, as their terms say. Who never heard that such a payout
   * was paid can't tell the two apart; the money is back in both.
   */
  private static boolean isReturnCalledFailure(Recorded payout, Holding holding) {
    return payout.state().equals("failed") && holding.status() == ProviderStatus.RETURNED;
  }

  private static String words(List<Holding> live) {
    List<String> words = new ArrayList<>();
    live.forEach(holding -> words.add(holding.id() + " " + holding.status()));
    return words.toString();
  }

  private void find(Kind kind, Recorded payout, String what) {
    judge.find(kind, payout.id(), payout.reference(), what);
  }
}
