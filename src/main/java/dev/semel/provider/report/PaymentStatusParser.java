// Reads how payments stand that were ordered by ISO 20022.
package dev.semel.provider.report;

import dev.semel.domain.Money;
import dev.semel.domain.ProviderStatement;
import dev.semel.domain.ProviderStatus;
import dev.semel.provider.ReportFacts;
import dev.semel.provider.ReportPart;
import dev.semel.provider.ReportPlace;
import dev.semel.provider.ReportRefusedException;
import dev.semel.provider.ReportRow;
import dev.semel.provider.report.IsoFormat.Name;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import javax.xml.stream.XMLStreamException;

/**
 * Reads pain.002: a row for each transaction that it names; and where it tells of a message or of a
 * group of payments as a whole only, a row for all of them.
 */
final class PaymentStatusParser implements ReportParser {
  /**
   * What the codes of the standard mean where the provider's file says nothing else. That the
   * debtor's account is settled (ACSC) is not yet that the beneficiary has the money.
   */
  static final Map<String, ProviderStatus> CODES =
      Map.of(
          "ACCC", ProviderStatus.PAID,
          "RJCT", ProviderStatus.FAILED,
          "CANC", ProviderStatus.CANCELLED);

  private static final Set<String> UNDER_WAY =
      Set.of(
          "ACCP", "ACFC", "ACSC", "ACSP", "ACTC", "ACWC", "ACWP", "PART", "PATC", "PDNG", "RCVD");

  private final IsoFormat format;
  private final IsoHeader header;
  private final Notes notes = new Notes();

  PaymentStatusParser(IsoFormat format) {
    this.format = format;
    this.header = new IsoHeader(format.zone());
  }

  @Override
  public ReportFacts parse(InputStream content, Rows rows)
      throws ReportRefusedException, IOException {
    return XmlCursor.walk(
        content,
        xml -> {
          new IsoDocument(format).read(xml, _ -> xml.children(name -> member(name, xml, rows)));
          if (rows.count() == 0) {
            throw xml.refused("it tells of nothing; ask the sender for a report with statuses");
          }
          return new ReportFacts(
              rows.count(),
              header.id(),
              header.createdAt(),
              List.of(part(rows.count())),
              Optional.empty(),
              Set.of(),
              notes.all());
        });
  }

  private static ReportPart part(int rows) {
    return new ReportPart(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        new ReportPart.Entries(rows, 0),
        false);
  }

  private void member(String name, XmlCursor xml, Rows rows)
      throws ReportRefusedException, XMLStreamException {
    switch (name) {
      case "GrpHdr" -> header.read(xml);
      case "OrgnlGrpInfAndSts" -> group(xml, rows, "GrpSts", "OrgnlMsgId");
      case "OrgnlPmtInfAndSts" -> group(xml, rows, "PmtInfSts", "OrgnlPmtInfId");
      case "TxInfAndSts" -> transaction(xml, rows);
      default -> {}
    }
  }

  /** A message or a group of payments: a row of its own where it has a status. */
  private void group(XmlCursor xml, Rows rows, String statusName, String idName)
      throws ReportRefusedException, XMLStreamException {
    ReportPlace place = xml.place();
    Told told = new Told();
    xml.children(
        name -> {
          if (name.equals(statusName)) {
            told.status = IsoValues.code(xml);
          } else if (name.equals(idName)) {
            told.batch = IsoValues.name(xml);
          } else if (name.equals("OrgnlNbOfTxs")) {
            told.count = OptionalInt.of((int) Math.min(IsoValues.whole(xml), Integer.MAX_VALUE));
          } else if (name.equals("StsRsnInf")) {
            reason(told, xml);
          } else if (name.equals("TxInfAndSts")) {
            transaction(xml, rows);
          }
        });
    if (!told.status.isEmpty()) {
      Optional<ReportRow.Batch> batch = Optional.of(new ReportRow.Batch(told.batch, told.count));
      rows.add(row(ReportRow.Kind.BATCH, place, told, batch));
    }
  }

  /** What is told of a payment or of several. */
  private static final class Told {
    private final IsoNames names = new IsoNames();
    private String status = "";
    private Optional<String> batch = Optional.empty();
    private OptionalInt count = OptionalInt.empty();
    private Optional<String> code = Optional.empty();
    private Optional<String> message = Optional.empty();
    private Optional<Money> money = Optional.empty();
    private Optional<Instant> acceptedAt = Optional.empty();
  }

  private void transaction(XmlCursor xml, Rows rows)
      throws ReportRefusedException, XMLStreamException {
    ReportPlace place = xml.place();
    Told told = new Told();
    xml.children(name -> member(told, name, xml));
    if (told.status.isEmpty()) {
      throw new ReportRefusedException(place, "the transaction has no status (TxSts)");
    }
    boolean nameless =
        told.names.of(format.references()).isEmpty() && told.names.first(format.ids()).isEmpty();
    if (nameless) {
      notes.add("A transaction names no payout.");
    }
    ReportRow.Kind kind = nameless ? ReportRow.Kind.OTHER : ReportRow.Kind.PAYOUT;
    rows.add(row(kind, place, told, Optional.empty()));
  }

  private void member(Told told, String name, XmlCursor xml)
      throws ReportRefusedException, XMLStreamException {
    switch (name) {
      case "TxSts" -> told.status = IsoValues.code(xml);
      case "OrgnlEndToEndId" -> told.names.take(Name.END_TO_END_ID, xml);
      case "OrgnlInstrId" -> told.names.take(Name.INSTRUCTION_ID, xml);
      case "OrgnlUETR" -> told.names.take(Name.UETR, xml);
      case "AcctSvcrRef" -> told.names.take(Name.ACCOUNT_SERVICER_REFERENCE, xml);
      case "AccptncDtTm" ->
          told.acceptedAt = Optional.of(IsoValues.moment(xml, format.zone(), false));
      case "StsRsnInf" -> reason(told, xml);
      case "OrgnlTxRef" -> original(told, xml);
      default -> {}
    }
  }

  private static void reason(Told told, XmlCursor xml)
      throws ReportRefusedException, XMLStreamException {
    xml.children(
        name -> {
          switch (name) {
            case "Rsn" -> told.code = PartnerText.explanation(IsoValues.code(xml));
            case "AddtlInf" -> {
              String text = xml.text();
              told.message = told.message.or(() -> PartnerText.explanation(text));
            }
            default -> {}
          }
        });
  }

  private static void original(Told told, XmlCursor xml)
      throws ReportRefusedException, XMLStreamException {
    xml.children(
        name -> {
          if (name.equals("Amt")) {
            xml.children(
                member -> {
                  if (member.equals("InstdAmt")) {
                    told.money = Optional.of(IsoValues.money(xml));
                  }
                });
          }
        });
  }

  private ReportRow row(
      ReportRow.Kind kind, ReportPlace place, Told told, Optional<ReportRow.Batch> batch) {
    List<String> names = told.names.of(format.references());
    ProviderStatement statement =
        new ProviderStatement(
            told.names.first(format.ids()),
            status(told.status),
            told.status,
            told.money,
            told.code,
            told.message);
    return new ReportRow(
        1,
        place,
        kind,
        0,
        names.stream().findFirst(),
        names.stream().skip(1).toList(),
        batch,
        statement,
        told.acceptedAt,
        flaw(told.status));
  }

  private ProviderStatus status(String code) {
    ProviderStatus standard = CODES.getOrDefault(code, ProviderStatus.PROCESSING);
    return format.statuses().getOrDefault(code, standard);
  }

  private Optional<String> flaw(String code) {
    boolean known =
        format.statuses().containsKey(code) || CODES.containsKey(code) || UNDER_WAY.contains(code);
    return known ? Optional.empty() : Optional.of("its status is none of ISO 20022 that is known");
  }
}
