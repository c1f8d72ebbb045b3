package dev.semel.domain;

import dev.semel.domain.LifecycleSpace.Happening;
import dev.semel.domain.LifecycleSpace.Standing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Renders the part of {@code docs/lifecycle.md} about another attempt: every way in which a payout
 * can stand when the provider speaks of one, and everything that can happen after that.
 */
final class OtherAttemptPart {
  private static final List<PayoutState> BESIDE =
      List.of(
          PayoutState.SUBMITTING,
          PayoutState.SUBMISSION_UNKNOWN,
          PayoutState.SENT,
          PayoutState.PAID);

  private OtherAttemptPart() {}

  static String markdown() {
    return INTRODUCTION + spokenOf() + AFTERWARDS + afterwards() + HONOURED;
  }

  /** What becomes of each payout, whatever the provider says of the other attempt. */
  private static String spokenOf() {
    PayoutEvent alive = new PayoutEvent.OtherAttemptAlive(1, "the provider says 'paid'");
    StringBuilder table = new StringBuilder();
    for (PayoutState state : PayoutState.values()) {
      Map<String, List<String>> outcomes = new LinkedHashMap<>();
      for (Standing standing : LifecycleSpace.standings(state)) {
        String facts = standing.facts().isEmpty() ? "otherwise" : standing.facts();
        outcomes
            .computeIfAbsent(
                words(state, PayoutLifecycle.decide(standing.payout(), alive)),
                _ -> new ArrayList<>())
            .add(facts);
      }
      outcomes.forEach(
          (outcome, facts) ->
              table.append(
                  "| %s | %s | stays, recorded |\n"
                      .formatted(
                          LifecyclePage.code(state)
                              + (outcomes.size() == 1 ? "" : " (" + String.join("; ", facts) + ")"),
                          outcome)));
    }
    return table.toString();
  }

  private static String words(PayoutState state, Decision decision) {
    String besides = decision.cases().isEmpty() ? "" : "; " + LifecyclePage.besides(decision);
    return switch (decision) {
      case Decision.Applied applied ->
          (applied.next() == state
                  ? "stays, marked"
                  : LifecyclePage.code(applied.next()) + ", marked")
              + besides;
      case Decision.Refused refused ->
          "refused: `" + WireNames.of(refused.reason()) + "`" + besides;
    };
  }

  /** Every event in every state in which a payout can stand beside another attempt. */
  private static String afterwards() {
    Map<String, List<String>> rows = new LinkedHashMap<>();
    for (Happening happening : LifecycleSpace.happenings()) {
      String cells =
          BESIDE.stream().map(state -> after(state, happening)).collect(Collectors.joining(" | "));
      rows.computeIfAbsent(cells, _ -> new ArrayList<>()).add(happening.words());
    }
    StringBuilder table = new StringBuilder();
    rows.forEach(
        (cells, events) ->
            table.append("| %s | %s |\n".formatted(String.join("<br>", events), cells)));
    return table.toString();
  }

  private static String after(PayoutState state, Happening happening) {
    PayoutSnapshot payout =
        LifecycleSpace.standings(state).stream()
            .filter(standing -> standing.facts().equals(LifecycleSpace.BESIDE))
            .findFirst()
            .orElseThrow()
            .payout();
    if (!LifecycleSpace.concerns(happening, payout)) {
      return "";
    }
    Decision decision = PayoutLifecycle.decide(payout, happening.event());
    String besides = LifecyclePage.besides(decision);
    String also = besides.isEmpty() ? "" : ", " + besides;
    return switch (decision) {
      case Decision.Applied applied -> "→ " + LifecyclePage.code(applied.next()) + also;
      case Decision.Refused refused -> "`" + WireNames.of(refused.reason()) + "`" + also;
    };
  }

  private static final String INTRODUCTION =
      """

      ## Beside another attempt

      A second attempt, under a reference of its own, is made by people alone and only where the first was certainly not processed. Sometimes the provider says of the first
      after all that it works on it, paid it, or gave it back: then two references of one payout may move money. What it says never moves the present attempt. It is recorded
      as refused (`other_provider_payout`), and in the same transaction the payout is marked with the number of that attempt (`alive_attempt`) and a case is opened. That the first
      failed or was cancelled is no news, and never takes the mark away: messages come late and twice. The mark is taken away by two people alone.

      What the provider says of an attempt that is not the present one, by a signed message, an answer to our question or an answer that comes later, does this.
      An unsigned message marks nothing: it has the provider asked by that attempt's reference, once a minute at most, and its answer does. Where it can't be asked, or gives no
      usable answer five times in a row, there is one case, however many messages come. A report that says so has it asked in the same way; it opens its own case besides.

      | the payout is | it says processing, paid or returned | it says failed or cancelled |
      | --- | --- | --- |
      """;

  private static final String AFTERWARDS =
      """

      What was not at the provider is `submission_unknown` from then on, and not `ready` or `held`: both would say that the provider does not have it. So nothing claims, releases, cancels or
      closes it at its deadline. A payout with the mark stands in one of five states, and the database refuses the others (`payout_marked_is_not_sent`). This is what can happen to it there; in
      `returned` nothing is applied any more:

      | event | `submitting` | `submission_unknown` | `sent` | `paid` |
      | --- | --- | --- | --- | --- |
      """;

  private static final String HONOURED =
      """

      Where the mark is asked for, so that nothing is sent beside another attempt:

      | where something could be sent | what stops it |
      | --- | --- |
      | a claim | its SQL takes `ready` alone, which a marked payout can't be; `Claimed` is refused besides |
      | a worker with the connection in hand, before the first byte | `SeeOtherAttempt` looks at the row; where it can't look, nothing is written. A first attempt that was never unknown has no other: nothing is asked for it |
      | a worker that comes back without having sent, or to whom the provider was busy | `submission_unknown`, and not `ready` |
      | tries used up, a fault of ours | `submission_unknown`, and not `held` |
      | lookups that find the present attempt absent | `ResolveUnknown` reports no confirmed absence, and `AbsenceConfirmed` is refused |
      | a resend that is the lookup | `PermitResend` denies it; one that was permitted before asks `SeeOtherAttempt` before the first byte |
      | a person who releases, resends or corrects | refused: it is not `held` any more |
      | two people who resend it, or settle it as failed or returned | refused with `other_attempt_alive`, until they say in so many words that the other attempt was not paid and will not be (`other_attempt: dismissed`) |
      | a wish that waits for its second person | it ends (`expired`) when the provider speaks; but a wish to adopt that very attempt goes on waiting |

      What remains: a worker that has looked and was told that it may write. If the provider's word is committed between that look and the first byte, the request goes out, and the case says that the
      money may be paid twice. Nothing of ours lies between the two but the question about the lease, which looks at memory.

      Nobody is told that a payout failed, was cancelled or came back while another attempt of it may be paid: those words of the provider lead to `submission_unknown`.
      `paid` and `sent` are true whichever attempt it is. What came back after `paid` is told, and the case says that the other attempt may have been paid all the same.

      People end it from `submission_unknown`, by two, after the provider was asked about both references:

      - `/settle` with `sent`, the provider's id and `other_attempt: adopted`: that attempt is the payout. It is the present one from then on, with its reference, key and beneficiary; what the provider says of it counts, and of the later one not. That one is marked in its turn, with a case, unless no request of it was ever written, or the provider says that it is over or, having promised to show it, that it has none.
      - `/settle` with `sent` and the provider's id: the present attempt is there, too. The payout stays marked.
      - `/settle` with `failed` and `other_attempt: dismissed`: none was paid.
      - `/resend` with `other_attempt: dismissed`: none was paid, and the present one is sent again under its reference. Refused while the provider shows any.

      The provider may speak of several attempts: each is marked (`alive_attempt` is the first, `alive_besides` has the others), the provider is asked about each, who adopts one names it
      (`adopted_attempt`), and who dismisses them dismisses all. A word about one more ends a wish that waits.
      """;
}
