// One statement or notification.
package dev.semel.provider.report;

import dev.semel.provider.ReportFacts.Page;
import dev.semel.provider.ReportFacts.Proof;
import dev.semel.provider.ReportPart;
import dev.semel.provider.ReportPlace;
import dev.semel.provider.ReportRefusedException;
import dev.semel.provider.ReportRow;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import javax.xml.stream.XMLStreamException;

/** Reads a statement ({@code Stmt}) or a notification ({@code Ntfctn}). */
final class CamtStatement implements CamtEntryRows.Target {
  private final IsoFormat format;
  private final ReportParser.Rows rows;
  private final int part;
  private final Notes notes;
  private final CamtBalances balances = new CamtBalances();
  private final CamtSummary summary = new CamtSummary();
  private final SumsByCurrency booked = new SumsByCurrency();
  private final Set<Proof> proofs = EnumSet.noneOf(Proof.class);
  private Optional<String> id = Optional.empty();
  private Optional<String> account = Optional.empty();
  private Optional<String> currency = Optional.empty();
  private Optional<Long> sequence = Optional.empty();
  private Optional<Page> page = Optional.empty();
  private Optional<Instant> from = Optional.empty();
  private Optional<Instant> to = Optional.empty();
  private boolean copy;

  CamtStatement(IsoFormat format, ReportParser.Rows rows, int part, Notes notes) {
    this.format = format;
    this.rows = rows;
    this.part = part;
    this.notes = notes;
  }

  /**
   * Reads it, and hands its rows on.
   *
   * @throws ReportRefusedException when it is not as promised, or its balances don't agree
   */
  ReportPart read(XmlCursor xml) throws ReportRefusedException, XMLStreamException {
    ReportPlace place = xml.place();
    xml.children(name -> member(name, xml));
    if (summary.pending() > 0) {
      notes.add("There are entries that are not booked; they settle nothing and are no rows.");
    }
    proofs.addAll(summary.prove());
    Balances compared = balances.compared();
    prove(compared, place);
    return new ReportPart(
        id,
        account,
        currency.or(balances::currency),
        sequence,
        page,
        from,
        to,
        compared.opening(),
        compared.closing(),
        booked.only(),
        new ReportPart.Entries(summary.booked(), summary.pending()),
        copy);
  }

  private void member(String name, XmlCursor xml)
      throws ReportRefusedException, XMLStreamException {
    switch (name) {
      case "Id" -> id = IsoValues.name(xml);
      case "ElctrncSeqNb" -> sequence = Optional.of(IsoValues.whole(xml));
      case "StmtPgntn", "NtfctnPgntn" -> page = Optional.of(new IsoHeader.Pagination().read(xml));
      case "FrToDt" -> period(xml);
      case "CpyDplctInd" -> copy = !xml.text().isEmpty();
      case "Acct" -> account(xml);
      case "Bal" -> balances.read(xml);
      case "TxsSummry" -> summary.read(xml);
      case "Ntry" -> entry(xml);
      default -> {}
    }
  }

  private void period(XmlCursor xml) throws ReportRefusedException, XMLStreamException {
    xml.children(
        name -> {
          switch (name) {
            case "FrDtTm", "FrDt" -> from = Optional.of(IsoValues.moment(xml, format.zone(), true));
            case "ToDtTm", "ToDt" -> to = Optional.of(IsoValues.moment(xml, format.zone(), false));
            default -> {}
          }
        });
  }

  private void account(XmlCursor xml) throws ReportRefusedException, XMLStreamException {
    xml.children(
        name -> {
          switch (name) {
            case "Ccy" -> currency = IsoValues.name(xml);
            case "Id" -> xml.children(member -> accountId(member, xml));
            default -> {}
          }
        });
  }

  private void accountId(String name, XmlCursor xml)
      throws ReportRefusedException, XMLStreamException {
    switch (name) {
      case "IBAN" -> account = IsoValues.name(xml);
      case "Othr" ->
          xml.children(
              member -> {
                if (member.equals("Id")) {
                  account = IsoValues.name(xml);
                }
              });
      default -> {}
    }
  }

  private void entry(XmlCursor xml) throws ReportRefusedException, XMLStreamException {
    CamtEntry entry = new CamtEntry(format, this, notes, xml.place()).read(xml);
    summary.add(entry);
    if (entry.isBooked()) {
      booked.add(entry.amount().currency().code(), entry.signed());
    }
  }

  private void prove(Balances compared, ReportPlace place) throws ReportRefusedException {
    Optional<BigDecimal> sum = booked.only();
    if (compared.opening().isPresent() && compared.closing().isPresent()) {
      boolean oneCurrency =
          sum.isPresent() && (summary.booked() == 0 || booked.has(balances.currency().orElse("")));
      if (!oneCurrency) {
        throw new ReportRefusedException(
            place, "its entries are in another currency than its balances; ask the sender");
      }
      compared.prove(sum.orElse(BigDecimal.ZERO));
      proofs.add(Proof.BALANCES);
    } else if (format.balances()) {
      throw new ReportRefusedException(
          place,
          "it lacks its opening or its closing balance (OPBD, CLBD), which the provider's file"
              + " promises");
    }
  }

  /** What was proven of it. */
  Set<Proof> proofs() {
    return proofs;
  }

  @Override
  public void add(ReportRow row) throws ReportRefusedException {
    rows.add(row);
  }

  @Override
  public int part() {
    return part;
  }
}
