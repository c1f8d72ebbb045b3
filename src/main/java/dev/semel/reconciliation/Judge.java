// Compares one payout with the lines that name it. Pure: it reads no clock and no table.
package dev.semel.reconciliation;

import dev.semel.domain.Money;
import dev.semel.domain.PayoutState;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.ProviderTerms;
import dev.semel.provider.ReportRow;
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
 * @param inParts whether a payout may be paid in several parts
 * @param words how differences are told
 * @param cut what happened after this instant is too young to judge
 */
record Judge(ProviderTerms terms, boolean inParts, Words words, Instant cut) {

  /** Judges a payout and what the reports say of it, or lines that name none. */
  Verdict judge(Pair pair) {
    if (pair.ours().isEmpty()) {
      return differs(nameless(pair.theirs()));
    }
    Ours ours = pair.ours().get();
    List<Theirs> theirs = eachOnce(pair.theirs());
    if (theirs.isEmpty()) {
      boolean young = ours.paidAt().filter(at -> !at.isAfter(cut)).isEmpty();
      return young ? new Verdict.TooYoung() : differs(words.notTheirs(ours));
    }
    List<Difference> differences = new ArrayList<>();
    boolean waits = false;
    Optional<Theirs> paidOtherwise = paidUnderOtherAttempt(theirs);
    Parts parts = Parts.of(ours, paidLines(ours, theirs));
    if (paidOtherwise.isPresent()) {
      differences.add(words.paidUnderOtherAttempt(ours, paidOtherwise.get()));
    } else if (parts.awaitsMore(inParts)) {
      waits = parts.lastMovedAt().isAfter(cut);
      if (!waits) {
        differences.add(words.partMissing(ours, theirs.getLast(), parts.sum()));
      }
    } else if (!parts.complete()) {
      findDouble(ours, theirs).ifPresent(differences::add);
      findMoney(ours, theirs).ifPresent(differences::add);
    }
    Verdict standing = standing(ours, theirs);
    if (standing instanceof Verdict.Differs differs) {
      differences.addAll(differs.differences());
    }
    return differences.isEmpty()
        ? waits ? new Verdict.TooYoung() : standing
        : new Verdict.Differs(differences);
  }

  private Difference nameless(List<Theirs> lines) {
    return switch (lines.getFirst().kind()) {
      case PAYOUT, RETURN -> words.notOurs(lines);
      case BATCH -> words.noSuchBatch(lines);
      case FEE, OTHER -> words.unexplained(lines);
    };
  }

  private static Verdict differs(Difference difference) {
    return new Verdict.Differs(List.of(difference));
  }

  /** Reports may repeat what an earlier one told, and overlap: that counts once. */
  private static List<Theirs> eachOnce(List<Theirs> lines) {
    List<Theirs> once = new ArrayList<>();
    for (Theirs line : lines) {
      if (once.stream().noneMatch(line::tellsTheSameAs)) {
        once.add(line);
      }
    }
    return once;
  }

  private List<Theirs> paidLines(Ours ours, List<Theirs> theirs) {
    return theirs.stream()
        .filter(line -> line.kind() == ReportRow.Kind.PAYOUT)
        .filter(line -> understood(ours, line) == ProviderStatus.PAID)
        .toList();
  }

  /** Money under a reference that we don't take for the payout's may be there a second time. */
  private static Optional<Theirs> paidUnderOtherAttempt(List<Theirs> theirs) {
    return theirs.stream()
        .filter(line -> line.ofOtherAttempt() && line.status() == ProviderStatus.PAID)
        .findFirst();
  }

  private Verdict standing(Ours ours, List<Theirs> theirs) {
    Theirs farthest =
        theirs.stream().max(Comparator.comparing(line -> understood(ours, line))).orElseThrow();
    return switch (Standing.of(ours.state(), understood(ours, farthest))) {
      case AGREES -> new Verdict.Agrees();
      case CONTRADICTS -> differs(words.statusDiffers(ours, farthest));
      case OURS_BEHIND ->
          farthest.movedAt().isAfter(cut)
              ? new Verdict.TooYoung()
              : differs(words.statusDiffers(ours, farthest));
      case THEIRS_BEHIND ->
          ours.reachedAt().isAfter(farthest.receivedAt())
              ? new Verdict.Agrees()
              : ours.reachedAt().isAfter(cut)
                  ? new Verdict.TooYoung()
                  : differs(words.statusDiffers(ours, farthest));
    };
  }

  /** What a status means of a payout that the provider has once called paid. */
  private ProviderStatus understood(Ours ours, Theirs line) {
    boolean wasPaid = ours.state() == PayoutState.PAID || ours.state() == PayoutState.RETURNED;
    return wasPaid ? terms.meaningAfterPaid(line.status()) : line.status();
  }

  /**
   * The provider has a payout twice when one of its statuses stands in a report twice, or in two
   * reports as two payments, when the lines have several ids, or when a line has another id than
   * the one that we know. A line that is paid and one that is returned are one payout's way.
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
    for (Theirs line : theirs) {
      Optional<Money> told = line.amount().filter(_ -> !isWhatCameBack(ours, line));
      if (told.filter(money -> !money.currency().equals(ours.money().currency())).isPresent()) {
        return Optional.of(words.currencyDiffers(ours, line));
      }
    }
    for (Theirs line : theirs) {
      Optional<Money> told = line.amount().filter(_ -> !isWhatCameBack(ours, line));
      if (told.filter(money -> !money.equals(ours.money())).isPresent()) {
        return Optional.of(words.amountDiffers(ours, line));
      }
    }
    return theirs.stream().flatMap(line -> otherCameBack(ours, line).stream()).findFirst();
  }

  /** A line of returned money may have as its amount what came back, and we may know of it. */
  private boolean isWhatCameBack(Ours ours, Theirs line) {
    return understood(ours, line) == ProviderStatus.RETURNED
        && ours.returned().isPresent()
        && ours.returned().equals(line.amount());
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
