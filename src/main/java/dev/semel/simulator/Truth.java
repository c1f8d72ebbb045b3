// The answer to: what did the partner really do for this payout?
package dev.semel.simulator;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the partner did for one payout of its client, over all its references.
 *
 * @param payout the reference without its attempt number
 * @param references every reference it was submitted under
 * @param timesReceived how many submissions arrived, whatever became of them
 * @param timesAccepted how many were accepted
 * @param timesPaid how often money moved: more than once means that it was paid twice
 * @param amountPaid the sum, a decimal string; null when currencies are mixed, see {@code
 *     movements}
 * @param currency of what was paid, or else accepted; null when nothing was or currencies are mixed
 * @param status of the payout accepted last; null when none was
 * @param timesReturned how often the money came back
 * @param movements each movement of money
 */
public record Truth(
    String payout,
    List<String> references,
    int timesReceived,
    int timesAccepted,
    int timesPaid,
    @Nullable String amountPaid,
    @Nullable String currency,
    @Nullable String status,
    int timesReturned,
    List<Movement> movements) {

  /** Money that moved: to whom is the client's affair, the partner knows its ids. */
  public record Movement(
      String id, String clientReference, String amount, String currency, String at) {}

  static Truth of(
      String name,
      Collection<String> references,
      List<Payout> payouts,
      List<JournalEntry.Paid> movements,
      Map<String, BigDecimal> sums,
      int received) {
    List<String> currencies =
        sums.isEmpty()
            ? payouts.stream().map(Payout::currency).distinct().toList()
            : List.copyOf(sums.keySet());
    return new Truth(
        name,
        List.copyOf(references),
        received,
        payouts.size(),
        movements.size(),
        switch (sums.size()) {
          case 0 -> "0";
          case 1 -> sums.values().iterator().next().toPlainString();
          default -> null;
        },
        currencies.size() == 1 ? currencies.getFirst() : null,
        payouts.isEmpty() ? null : payouts.getLast().status().word(),
        Math.toIntExact(payouts.stream().filter(p -> p.status() == PayoutStatus.RETURNED).count()),
        movements.stream()
            .map(
                paid ->
                    new Movement(
                        paid.id(),
                        paid.clientReference(),
                        paid.amount(),
                        paid.currency(),
                        paid.at().toString()))
            .toList());
  }
}
