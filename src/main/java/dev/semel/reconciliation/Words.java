// Tells differences to people.
package dev.semel.reconciliation;

import dev.semel.domain.CaseKind;
import dev.semel.domain.Money;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.WireNames;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tells differences to people: what is the matter, and what to do next.
 *
 * @param provider whose report it is
 * @param day the report's business date
 */
record Words(String provider, LocalDate day) {

  /** Lines that name no payout of ours. */
  Difference notOurs(List<Theirs> lines) {
    boolean onlyReturned =
        lines.stream().allMatch(line -> line.status() == ProviderStatus.RETURNED);
    Theirs line = lines.getFirst();
    String what = provider + " reports for " + day + " ";
    return onlyReturned
        ? difference(
            CaseKind.UNKNOWN_RETURN,
            line,
            what
                + "that "
                + line.money()
                + " came back, but names no payout of ours. Ask the provider which payout it is.")
        : difference(
            CaseKind.THEIRS_NOT_OURS,
            line,
            what
                + "a payout of "
                + line.money()
                + " that our books do not have. Ask the provider who asked for it, before its next settlement.");
  }

  private Difference difference(CaseKind kind, Theirs line, String summary) {
    Map<String, @Nullable String> facts = new HashMap<>();
    facts.put("ours", null);
    facts.put("theirs", line.words());
    facts.put("client_reference", line.reference().orElse(null));
    facts.put("provider_payout_id", line.providerPayoutId().orElse(null));
    return of(kind, provider + "/" + line.name(), line, summary, facts);
  }

  private static Difference of(
      CaseKind kind,
      String name,
      Theirs line,
      String summary,
      Map<String, @Nullable String> facts) {
    return new Difference(
        kind,
        name,
        Optional.empty(),
        Optional.of(line),
        summary,
        facts,
        line.amount().map(Words::size));
  }

  /** The same amount above zero: a statement tells what went out below it. */
  static Money size(Money money) {
    return new Money(money.amount().abs(), money.currency());
  }

  /** A sum of several payouts that are not ours, or come to another sum. */
  Difference noSuchBatch(List<Theirs> lines) {
    return ofPlaces(
        lines,
        provider
            + " reports for "
            + day
            + " several payouts in one sum of "
            + lines.getFirst().money()
            + ", and no batch of ours has that name, number and sum. Ask the provider for its single payouts.");
  }

  /** Money that nothing explains. */
  Difference unexplained(List<Theirs> lines) {
    return ofPlaces(
        lines,
        provider
            + " reports for "
            + day
            + " "
            + lines.getFirst().money()
            + " that nothing explains. Find out what it is; where it is money of a payout that came back, settle that payout.");
  }

  /** Lines that tell the very same, of which one can't tell one from another. */
  private Difference ofPlaces(List<Theirs> lines, String summary) {
    Theirs line = lines.getFirst();
    Map<String, @Nullable String> facts = new HashMap<>();
    facts.put("ours", null);
    facts.put("theirs", (lines.size() > 1 ? lines.size() + " times " : "") + line.words());
    facts.put("client_reference", line.reference().orElse(null));
    facts.put("provider_payout_id", line.providerPayoutId().orElse(null));
    String name = provider + "/" + day + "/" + line.name() + "/" + line.money();
    return of(CaseKind.UNMATCHED_MONEY, name, line, summary, facts);
  }

  /** The parts in which a payout was paid don't come to what was asked. */
  Difference partMissing(Ours ours, Theirs line, Money sum) {
    Difference found =
        of(
            CaseKind.AMOUNT_DIFFERS,
            ours,
            line,
            provider
                + " paid "
                + sum
                + " of payout "
                + ours.id()
                + " in parts; asked were "
                + ours.money()
                + ". Ask the provider for the rest.",
            ours.money().toString());
    found.facts().put("theirs", sum.toString());
    return found.risking(Optional.of(apart(ours.money(), sum)));
  }

  /** The distance of two amounts of one currency. */
  private static Money apart(Money one, Money other) {
    return size(new Money(one.amount().subtract(other.amount()), one.currency()));
  }

  /** A payout that no report has. */
  Difference notTheirs(Ours ours) {
    return of(
        CaseKind.OURS_NOT_THEIRS,
        ours,
        null,
        "Payout "
            + ours.id()
            + " is "
            + ours.state().wireName()
            + " in our books, but no report of "
            + provider
            + " has it. Ask the provider about reference "
            + ours.clientReference()
            + ".",
        ours.money().toString());
  }

  /** A payout that the provider has twice. */
  Difference twice(Ours ours, List<Theirs> lines) {
    String all =
        lines.stream()
            .map(
                line -> line.words() + line.providerPayoutId().map(id -> " under " + id).orElse(""))
            .sorted()
            .collect(Collectors.joining("; "));
    Difference found =
        of(
            CaseKind.DUPLICATE_AT_PROVIDER,
            ours,
            lines.getLast(),
            provider
                + " has payout "
                + ours.id()
                + " more than once in its report of "
                + day
                + ". Find out whether it was paid more than once, and have the surplus returned.",
            ours.words());
    found.facts().put("theirs", all);
    return found.risking(
        lines.stream().skip(1).flatMap(line -> line.amount().stream()).findFirst().or(found::risk));
  }

  /** A payment under the reference of an attempt that we don't take for the payout. */
  Difference paidUnderOtherAttempt(Ours ours, Theirs line) {
    return of(
        CaseKind.DUPLICATE_AT_PROVIDER,
        ours,
        line,
        provider
            + " says in a report that it paid payout "
            + ours.id()
            + " under the reference of another attempt ("
            + line.reference().orElse("-")
            + ") than the present one ("
            + ours.clientReference()
            + "). Find out whether it was paid under both, and have the surplus returned.",
        ours.words());
  }

  /** Both have it, in different currencies. */
  Difference currencyDiffers(Ours ours, Theirs line) {
    return money(CaseKind.CURRENCY_DIFFERS, "in another currency", ours, line);
  }

  /** Both have it, with different amounts. */
  Difference amountDiffers(Ours ours, Theirs line) {
    return money(CaseKind.AMOUNT_DIFFERS, "with another amount", ours, line);
  }

  /** Both have it as returned, and another amount came back than our books say. */
  Difference otherCameBack(Ours ours, Theirs line, Money expected, Money told) {
    boolean otherCurrency = !told.currency().equals(expected.currency());
    Difference found =
        of(
            otherCurrency ? CaseKind.CURRENCY_DIFFERS : CaseKind.AMOUNT_DIFFERS,
            ours,
            line,
            provider
                + " reports that of payout "
                + ours.id()
                + " "
                + told
                + " came back; our books expect "
                + expected
                + ". Ask the provider for the reason, such as a fee that was kept, and book the difference.",
            expected.toString());
    found.facts().put("theirs", told.toString());
    return otherCurrency ? found : found.risking(Optional.of(apart(expected, told)));
  }

  private Difference money(CaseKind kind, String how, Ours ours, Theirs line) {
    Difference found =
        of(
            kind,
            ours,
            line,
            provider
                + " reports payout "
                + ours.id()
                + " "
                + how
                + ": asked were "
                + ours.money()
                + ", reported are "
                + line.money()
                + ". Ask the provider which was paid.",
            ours.money().toString());
    found.facts().put("theirs", line.money());
    return found.risking(
        line.amount()
            .filter(money -> money.currency().equals(ours.money().currency()))
            .map(money -> apart(ours.money(), money))
            .or(found::risk));
  }

  /** Both have it, in different states. */
  Difference statusDiffers(Ours ours, Theirs line) {
    Difference found =
        of(
            CaseKind.STATUS_DIFFERS,
            ours,
            line,
            "Payout "
                + ours.id()
                + " is "
                + ours.state().wireName()
                + " in our books, and "
                + WireNames.of(line.status())
                + " in the report of "
                + provider
                + " for "
                + day
                + ". Ask the provider which is true; nothing was changed.",
            ours.state().wireName());
    found.facts().put("theirs", WireNames.of(line.status()));
    found.facts().put("provider_word", line.word());
    return found;
  }

  private static Difference of(
      CaseKind kind, Ours ours, @Nullable Theirs line, String summary, String oursSays) {
    Map<String, @Nullable String> facts = new HashMap<>();
    facts.put("ours", oursSays);
    facts.put("theirs", null);
    facts.put("client_reference", ours.clientReference());
    facts.put("provider_payout_id", ours.providerPayoutId().orElse(null));
    return new Difference(
        kind,
        ours.id(),
        Optional.of(ours),
        Optional.ofNullable(line),
        summary,
        facts,
        Optional.of(ours.money()));
  }
}
