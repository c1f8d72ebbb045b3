// Was everything kept that was promised?
package dev.semel.app.chaos.processes;

import dev.semel.app.rig.Agreement;
import dev.semel.simulator.Truth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compares what partners did, what the database holds and what clients were told. */
final class Judgement {
  private final Observed observed;
  private final Map<String, Kept> byId;
  private final List<Finding> findings = new ArrayList<>();

  private Judgement(Observed observed) {
    this.observed = observed;
    this.byId = observed.payouts().stream().collect(Collectors.toMap(Kept::id, one -> one));
  }

  /** Everything that is not as it should be; empty when all is well. */
  static List<Finding> of(Observed observed) {
    Judgement judgement = new Judgement(observed);
    judgement.findings.addAll(differences(observed.payouts(), observed.truths()));
    judgement.judgePromises();
    observed.payouts().forEach(judgement::judgeHistory);
    judgement.judgeFeed();
    judgement.findings.addAll(observed.promises().allBroken());
    return List.copyOf(judgement.findings);
  }

  /** What the partners and the database do not agree on. */
  static List<Finding> differences(List<Kept> payouts, Map<String, List<Truth>> truths) {
    Set<String> providers = new TreeSet<>(truths.keySet());
    payouts.forEach(one -> providers.add(one.provider()));
    List<Finding> found = new ArrayList<>();
    for (String provider : providers) {
      Agreement.differences(
              payouts.stream()
                  .filter(one -> one.provider().equals(provider))
                  .map(Kept::recorded)
                  .toList(),
              truths.getOrDefault(provider, List.of()))
          .forEach(
              one ->
                  found.add(
                      new Finding(
                          Finding.Kind.of(one.kind()), one.payout(), provider, one.sentence())));
    }
    return found;
  }

  private void judgePromises() {
    Promises promises = observed.promises();
    promises
        .acceptedByReference()
        .forEach(
            (reference, id) -> {
              Kept kept = byId.get(id);
              if (kept == null || !kept.recorded().reference().equals(reference)) {
                add(Finding.Kind.LOST, id, "was promised for " + reference + " and is not there");
              }
            });
    for (Kept kept : observed.payouts()) {
      if (!promises.askedReferences().contains(kept.recorded().reference())) {
        add(Finding.Kind.DISAGREES, kept.id(), "was asked for by nobody");
      }
    }
    for (String id : promises.cancelledIds()) {
      if (!state(id).equals("cancelled")) {
        add(Finding.Kind.DISAGREES, id, "is " + state(id) + ", and its cancel was answered 200");
      }
    }
    for (String id : promises.fundedIds()) {
      if (state(id).equals("awaiting_funds")) {
        add(Finding.Kind.STUCK, id, "waits for funds, and its funding was answered 200");
      }
    }
  }

  /** A history counts from 1 without a gap, each state follows from the one before it. */
  private void judgeHistory(Kept kept) {
    @Nullable String state = null;
    int expected = 1;
    for (Kept.Entry entry : kept.history()) {
      boolean follows = entry.sequence() == expected && Objects.equals(entry.from(), state);
      if (!follows) {
        add(Finding.Kind.HISTORY, kept.id(), "has a history with a gap at " + expected);
        return;
      }
      state = entry.applied() ? entry.to() : state;
      expected++;
    }
    if (!kept.recorded().state().equals(state)) {
      add(
          Finding.Kind.HISTORY,
          kept.id(),
          "is " + kept.recorded().state() + ", and its history ends with " + state);
    }
  }

  private void judgeFeed() {
    Map<String, Integer> order = new HashMap<>();
    Set<String> news = new HashSet<>();
    for (Kept kept : observed.payouts()) {
      for (Kept.Entry entry : kept.history()) {
        order.put(entry.id(), entry.sequence());
      }
    }
    for (Kept kept : observed.earlier()) {
      kept.history().stream().filter(Kept.Entry::isNews).forEach(entry -> news.add(entry.id()));
    }
    Map<String, Integer> last = new HashMap<>();
    Set<String> seen = new HashSet<>();
    for (Follower.Event event : observed.feed()) {
      Integer sequence = order.get(event.id());
      if (!seen.add(event.id())) {
        add(Finding.Kind.FEED, event.payout(), "is told twice of the event " + event.id());
      } else if (sequence == null) {
        add(Finding.Kind.FEED, event.payout(), "has no entry for the event " + event.id());
      } else if (last.merge(event.payout(), sequence, Math::max) > sequence) {
        add(Finding.Kind.FEED, event.payout(), "is told of " + event.id() + " too late");
      }
      news.remove(event.id());
    }
    news.forEach(id -> add(Finding.Kind.FEED, id, "is an entry that the feed does not tell"));
    int followed = Math.min(observed.followed().size(), observed.feed().size());
    if (!observed.followed().equals(observed.feed().subList(0, followed))) {
      add(
          Finding.Kind.FEED,
          "the feed",
          "was followed as %d events, and has %d"
              .formatted(observed.followed().size(), observed.feed().size()));
    }
  }

  private String state(String id) {
    Kept kept = byId.get(id);
    return kept == null ? "not there" : kept.recorded().state();
  }

  private void add(Finding.Kind kind, String payout, String sentence) {
    Kept kept = byId.get(payout);
    findings.add(
        new Finding(kind, payout, kept == null ? "" : kept.provider(), payout + " " + sentence));
  }
}
