// One entry of a statement.
package dev.semel.provider.report;

import dev.semel.domain.Money;
import dev.semel.provider.NoSuchDayException;
import dev.semel.provider.ReportPlace;
import dev.semel.provider.ReportRefusedException;
import dev.semel.provider.UnreadableMessageException;
import dev.semel.provider.report.IsoFormat.Name;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/**
 * Reads an entry ({@code Ntry}). What is told of it as a whole stands before its transactions, as
 * the standard has it, so that these can be handed on one by one.
 */
final class CamtEntry {
  private static final Set<String> NOT_BOOKED = Set.of("PDNG", "INFO", "FUTR");
  private static final Set<String> CHARGES = Set.of("CHRG", "COMM", "COMT", "FEES", "TAXE");

  private final IsoFormat format;
  private final CamtEntryRows.Target target;
  private final Notes notes;
  private final ReportPlace place;
  private @Nullable Money amount;
  private int sign;
  private boolean reversal;
  private String status = "";
  private Optional<Instant> bookedAt = Optional.empty();
  private Optional<Instant> valuedAt = Optional.empty();
  private Optional<String> flaw = Optional.empty();
  private String subFamily = "";
  private final IsoNames names = new IsoNames();
  private @Nullable CamtEntryRows rows;

  CamtEntry(IsoFormat format, CamtEntryRows.Target target, Notes notes, ReportPlace place) {
    this.format = format;
    this.target = target;
    this.notes = notes;
    this.place = place;
  }

  /** Reads it, and hands its rows on where it is booked. */
  CamtEntry read(XmlCursor xml) throws ReportRefusedException, XMLStreamException {
    xml.children(name -> member(name, xml));
    if (sign == 0 || amount == null || status.isEmpty()) {
      throw new ReportRefusedException(
          place, "the entry lacks its amount, its direction or its status (Amt, CdtDbtInd, Sts)");
    }
    if (isBooked()) {
      rows(xml).end();
    }
    return this;
  }

  private void member(String name, XmlCursor xml)
      throws ReportRefusedException, XMLStreamException {
    switch (name) {
      case "NtryRef" -> names.take(Name.ENTRY_REFERENCE, xml);
      case "Amt" -> amount = IsoValues.money(xml);
      case "CdtDbtInd" -> sign = IsoValues.sign(xml);
      case "RvslInd" -> reversal = IsoValues.indicator(xml);
      case "Sts" -> status = statusOf(xml);
      case "BookgDt" -> bookedAt = date(xml);
      case "ValDt" -> valuedAt = date(xml);
      case "AcctSvcrRef" -> names.take(Name.ACCOUNT_SERVICER_REFERENCE, xml);
      case "BkTxCd" -> subFamily = new CamtDetail.BankCode().read(xml);
      case "AmtDtls", "Chrgs", "NtryDtls", "AddtlNtryInf" -> {
        if (status.isEmpty() || isBooked()) {
          rows(xml).member(name, xml);
        }
      }
      default -> {}
    }
  }

  private static String statusOf(XmlCursor xml) throws ReportRefusedException, XMLStreamException {
    ReportPlace place = xml.place();
    String status = IsoValues.code(xml);
    if (!status.equals("BOOK") && !NOT_BOOKED.contains(status)) {
      throw new ReportRefusedException(
          place, "this status of an entry is not known (BOOK, PDNG, INFO and FUTR are)");
    }
    return status;
  }

  private CamtEntryRows rows(XmlCursor xml) throws ReportRefusedException {
    if (rows == null) {
      if (amount == null || sign == 0 || status.isEmpty()) {
        throw xml.refused(
            "the entry's amount, direction and status have to stand before this, as ISO 20022 has"
                + " them");
      }
      rows = new CamtEntryRows(format, this, target, notes);
    }
    return rows;
  }

  /** A date or a time; one that the calendar does not have is a flaw of the entry. */
  private Optional<Instant> date(XmlCursor xml) throws ReportRefusedException, XMLStreamException {
    Dated dated = new Dated();
    xml.children(
        name -> {
          if (name.equals("Dt") || name.equals("DtTm")) {
            dated.place = xml.place();
            dated.text = xml.text();
          }
        });
    if (dated.text.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(TimeForm.ISO.read("date", dated.text, format.zone()));
    } catch (NoSuchDayException e) {
      flaw = Optional.ofNullable(e.getMessage());
      return Optional.empty();
    } catch (UnreadableMessageException e) {
      throw new ReportRefusedException(
          dated.place, "this is no date or time as ISO 20022 has them");
    }
  }

  /** A date and where it stands. */
  private static final class Dated {
    private ReportPlace place = ReportPlace.whole();
    private String text = "";
  }

  boolean isBooked() {
    return status.equals("BOOK");
  }

  String status() {
    return status;
  }

  ReportPlace place() {
    return place;
  }

  Money amount() {
    if (amount == null) {
      throw new IllegalStateException("an entry without its amount");
    }
    return amount;
  }

  int sign() {
    return sign;
  }

  /** The amount, below zero where it left the account. */
  BigDecimal signed() {
    return sign < 0 ? amount().amount().negate() : amount().amount();
  }

  boolean reversal() {
    return reversal;
  }

  IsoNames names() {
    return names;
  }

  /** When it was booked, by its booking date before its value date. */
  Optional<Instant> settledAt() {
    return bookedAt.or(() -> valuedAt);
  }

  Optional<String> flaw() {
    return flaw;
  }

  /** Whether it is what the bank took for its work. */
  boolean isCharge() {
    return isCharge(subFamily);
  }

  static boolean isCharge(String subFamily) {
    return CHARGES.contains(subFamily);
  }
}
