// Do the partner's truth and our records agree?
package dev.semel.app.rig;

import dev.semel.simulator.Truth;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The final check: every payout that either side knows, the partner's count and sum of payments
 * against our state. Nothing may be paid twice, nothing lost, and nothing left with nothing due and
 * nobody asked.
 */
public final class Agreement {
  private Agreement() {}

  /**
   * Compares both sides.
   *
   * @return each thing that differs; empty when they agree
   */
  public static List<Difference> differences(List<Recorded> ours, List<Truth> theirs) {
    Map<String, Truth> truths = new LinkedHashMap<>();
    theirs.forEach(truth -> truths.put(truth.payout(), truth));
    List<Difference> differences = new ArrayList<>();
    for (Recorded payout : ours) {
      Truth truth = truths.remove(payout.nameAtPartner());
      compare(payout, truth, differences);
    }
    for (Truth unknown : truths.values()) {
      differences.add(
          new Difference(
              Difference.Kind.LOST,
              unknown.payout(),
              "The partner has a payout %s, paid %d times, that is not in our records: it is lost."
                  .formatted(unknown.payout(), unknown.timesPaid())));
    }
    return differences;
  }

  private static void compare(
      Recorded payout, @Nullable Truth truth, List<Difference> differences) {
    int paid = truth == null ? 0 : truth.timesPaid();
    int returned = truth == null ? 0 : truth.timesReturned();
    if (truth != null && (paid > 1 || truth.timesAccepted() > 1)) {
      differences.add(
          new Difference(
              Difference.Kind.PAID_TWICE,
              payout.id(),
              "%s was accepted %d times and paid %d times under %s."
                  .formatted(name(payout), truth.timesAccepted(), paid, truth.references())));
    }
    switch (payout.state()) {
      case "paid" -> {
        expect(
            payout, "paid once and not returned", paid == 1 && returned == 0, truth, differences);
        compareMoney(payout, truth, differences);
      }
      case "returned" -> {
        expect(payout, "paid once and returned", paid == 1 && returned == 1, truth, differences);
        compareMoney(payout, truth, differences);
      }
      case "failed", "cancelled", "held", "awaiting_funds" ->
          expect(payout, "never paid", paid == 0, truth, differences);
      case "ready", "submitting", "submission_unknown", "sent" -> {
        if (!payout.due() && payout.openCases() == 0) {
          differences.add(
              new Difference(
                  Difference.Kind.STUCK,
                  payout.id(),
                  "%s is %s with nothing due, and nobody was asked."
                      .formatted(name(payout), payout.state())));
        }
      }
      default ->
          differences.add(disagrees(payout, name(payout) + " is in a state that nobody knows."));
    }
  }

  private static void expect(
      Recorded payout,
      String expected,
      boolean met,
      @Nullable Truth truth,
      List<Difference> differences) {
    if (!met) {
      String found =
          truth == null
              ? "has never heard of it"
              : "paid it %d times and returned it %d times"
                  .formatted(truth.timesPaid(), truth.timesReturned());
      differences.add(
          disagrees(
              payout,
              "%s is %s here, which means %s; the partner %s."
                  .formatted(name(payout), payout.state(), expected, found)));
    }
  }

  private static void compareMoney(
      Recorded payout, @Nullable Truth truth, List<Difference> differences) {
    if (truth == null || truth.timesPaid() == 0) {
      return;
    }
    String amount = truth.amountPaid();
    boolean same =
        Objects.equals(truth.currency(), payout.currency())
            && amount != null
            && new BigDecimal(amount).compareTo(payout.amount()) == 0;
    if (!same) {
      differences.add(
          disagrees(
              payout,
              "%s is %s %s here; the partner paid %s %s."
                  .formatted(
                      name(payout),
                      payout.amount().toPlainString(),
                      payout.currency(),
                      amount,
                      truth.currency())));
    }
  }

  private static Difference disagrees(Recorded payout, String sentence) {
    return new Difference(Difference.Kind.DISAGREES, payout.id(), sentence);
  }

  private static String name(Recorded payout) {
    return payout.reference() + " (" + payout.id() + ")";
  }
}
