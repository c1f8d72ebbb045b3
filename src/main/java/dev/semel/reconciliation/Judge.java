// Compares one payout with the lines that name it. Pure: it reads no clock and no table.
package dev.semel.reconciliation;

import dev.semel.domain.Money;
import dev.semel.domain.PayoutState;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.ProviderTerms;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Compares one payout with the lines that name it.
 *
 * <p>Amounts, currencies and doubles differ or they do not. States may differ only because word is
 * still on its way; while that is younger than the provider's lag it is no difference yet.
 *
 * @param terms the provider's, for its own ways of saying that money came back
 * @param words how differences are told
 * @param cut what happened after this instant is too young to judge
 */
record Judge(ProviderTerms terms, Words words, Instant cut) {

  /** Judges a payout and what the report of the day says of it. */
  Verdict judge(Pair pair) {
    if (pair.ours().isEmpty()) {
      return new Verdict.Differs(List.of(words.notOurs(pair.theirs())));
    }
    Ours ours = pair.ours().get();
    if (pair.theirs().isEmpty()) {
      boolean young = ours.paidAt().filter(at -> !at.isAfter(cut)).isEmpty();
      return young ? new Verdict.TooYoung() : new Verdict.Differs(List.of(words.notTheirs(ours)));
    }
    List<Difference> differences = new ArrayList<>();
    findDouble(ours, pair.theirs()).ifPresent(differences::add);
    findMoney(ours, pair.theirs()).ifPresent(differences::add);
    Verdict standing = standing(ours, pair.theirs());
    if (standing instanceof Verdict.Differs differs) {
      differences.addAll(differs.differences());
    }
    return differences.isEmpty() ? standing : new Verdict.Differs(differences);
  }

  /** Judges only how far both sides are with a payout, from all that the reports say of it. */
  Verdict standing(Ours ours, List<Theirs> theirs) {
    Theirs farthest =
        theirs.stream().max(Comparator.comparing(line -> understood(ours, line))).orElseThrow();
    return switch (Standing.of(ours.state(), understood(ours, farthest))) {
      case AGREES -> new Verdict.Agrees();
      case CONTRADICTS -> differs(ours, farthest);
      case OURS_BEHIND ->
          farthest.movedAt().isAfter(cut) ? new Verdict.TooYoung() : differs(ours, farthest);
      case THEIRS_BEHIND ->
          ours.reachedAt().isAfter(farthest.receivedAt())
              ? new Verdict.Agrees()
              : ours.reachedAt().isAfter(cut) ? new Verdict.TooYoung() : differs(ours, farthest);
    };
  }

  private Verdict differs(Ours ours, Theirs line) {
    return new Verdict.Differs(List.of(words.statusDiffers(ours, line)));
  }

  /** What a status means of a payout that the provider has once called paid. */
  private ProviderStatus understood(Ours ours, Theirs line) {
    boolean wasPaid = ours.state() == PayoutState.PAID || ours.state() == PayoutState.RETURNED;
    return wasPaid ? terms.meaningAfterPaid(line.status()) : line.status();
  }

  /**
   * The provider has a payout twice when one of its statuses stands there twice, when the lines
   * have several ids, or when a line has another id than the one that we know. A line that is paid
   * and one that is returned are one payout's way.
   */
  private Optional<Difference> findDouble(Ours ours, List<Theirs> theirs) {
    Set<String> ids = new HashSet<>();
    ours.providerPayoutId().ifPresent(ids::add);
    Set<ProviderStatus> statuses = new HashSet<>();
    boolean repeated = false;
    for (Theirs line : theirs) {
      line.providerPayoutId().ifPresent(ids::add);
      repeated |= !statuses.add(line.status());
    }
    return repeated || ids.size() > 1 ? Optional.of(words.twice(ours, theirs)) : Optional.empty();
  }

  private Optional<Difference> findMoney(Ours ours, List<Theirs> theirs) {
    String asked = ours.money().currency().code();
    for (Theirs line : theirs) {
      if (!line.currency().equals(asked) && !isWhatCameBack(ours, line)) {
        return Optional.of(words.currencyDiffers(ours, line));
      }
    }
    for (Theirs line : theirs) {
      if (line.amount().compareTo(ours.money().amount()) != 0 && !isWhatCameBack(ours, line)) {
        return Optional.of(words.amountDiffers(ours, line));
      }
    }
    return theirs.stream().flatMap(line -> otherCameBack(ours, line).stream()).findFirst();
  }

  /** A line of returned money may have as its amount what came back, and we may know of it. */
  private boolean isWhatCameBack(Ours ours, Theirs line) {
    return understood(ours, line) == ProviderStatus.RETURNED
        && ours.returned().filter(known -> known.toString().equals(line.money())).isPresent();
  }

  /** What a line tells apart of the money that came back, where our books don't have that. */
  private Optional<Difference> otherCameBack(Ours ours, Theirs line) {
    Money expected = ours.returned().orElse(ours.money());
    return line.returned()
        .filter(_ -> understood(ours, line) == ProviderStatus.RETURNED)
        .filter(told -> !told.equals(expected))
        .map(told -> words.otherCameBack(ours, line, expected, told));
  }
}
