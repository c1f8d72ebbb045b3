// From an entry and one of its transactions to a row.
package dev.semel.provider.report;

import dev.semel.domain.Money;
import dev.semel.domain.ProviderStatement;
import dev.semel.domain.ProviderStatement.MoneyBack;
import dev.semel.domain.ProviderStatus;
import dev.semel.provider.ReportRow;
import dev.semel.provider.ReportRow.Kind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Makes rows. A debit that names something is a payout; a credit is money that came back only where
 * the bank says so, by a reversal or a return. What a text alone tells nobody may act on.
 */
final class CamtRow {
  private final IsoFormat format;
  private final CamtEntry entry;
  private final int part;

  CamtRow(IsoFormat format, CamtEntry entry, int part) {
    this.format = format;
    this.entry = entry;
    this.part = part;
  }

  /** What kind of row a transaction is. */
  Kind kind(CamtDetail detail) {
    boolean out = detail.sign().orElse(entry.sign()) < 0;
    boolean back = entry.reversal() || detail.returned();
    boolean charge = entry.isCharge() || CamtEntry.isCharge(detail.subFamily());
    if (charge) {
      return Kind.FEE;
    }
    if (names(detail).isEmpty() && detail.names().first(format.ids()).isEmpty()) {
      return Kind.OTHER;
    }
    if (out) {
      return back ? Kind.OTHER : Kind.PAYOUT;
    }
    return back ? Kind.RETURN : Kind.OTHER;
  }

  private List<String> names(CamtDetail detail) {
    List<String> names = new ArrayList<>(detail.names().of(format.references()));
    entry.names().of(format.references()).stream()
        .filter(name -> !names.contains(name))
        .forEach(names::add);
    return names;
  }

  /** The row of a transaction. */
  ReportRow of(CamtDetail detail, Money amount) {
    Kind kind = kind(detail);
    List<String> names = names(detail);
    boolean out = detail.sign().orElse(entry.sign()) < 0;
    boolean sized = kind == Kind.PAYOUT || kind == Kind.RETURN;
    Money money = sized || !out ? amount : new Money(amount.amount().negate(), amount.currency());
    Optional<String> id =
        detail.names().first(format.ids()).or(() -> entry.names().first(format.ids()));
    return row(
        kind,
        detail,
        names,
        Optional.empty(),
        statement(kind, id, money, detail.returnReason(), detail.explanation()));
  }

  /** The row of several transactions in one sum. */
  ReportRow ofBatch(Optional<String> id, OptionalInt count) {
    Money money = new Money(entry.signed(), entry.amount().currency());
    return row(
        Kind.BATCH,
        new CamtDetail(entry.place(), new Charges("", new Notes())),
        List.of(),
        Optional.of(new ReportRow.Batch(id, count)),
        statement(Kind.BATCH, Optional.empty(), money, Optional.empty(), Optional.empty()));
  }

  /** The row of the charges in an entry. */
  ReportRow ofCharges(BigDecimal sum) {
    Money money = new Money(sum, entry.amount().currency());
    return row(
        Kind.FEE,
        new CamtDetail(entry.place(), new Charges("", new Notes())),
        List.of(),
        Optional.empty(),
        statement(Kind.FEE, Optional.empty(), money, Optional.empty(), Optional.empty()));
  }

  private ProviderStatement statement(
      Kind kind,
      Optional<String> id,
      Money money,
      Optional<String> code,
      Optional<String> explanation) {
    return new ProviderStatement(
        id,
        kind == Kind.RETURN ? ProviderStatus.RETURNED : ProviderStatus.PAID,
        entry.status(),
        Optional.of(money),
        code,
        explanation,
        new MoneyBack.InTheAmount());
  }

  private ReportRow row(
      Kind kind,
      CamtDetail detail,
      List<String> names,
      Optional<ReportRow.Batch> batch,
      ProviderStatement statement) {
    return new ReportRow(
        1,
        detail.place(),
        kind,
        part,
        names.stream().findFirst(),
        names.stream().skip(1).toList(),
        batch,
        statement,
        entry.settledAt(),
        entry.flaw());
  }
}
