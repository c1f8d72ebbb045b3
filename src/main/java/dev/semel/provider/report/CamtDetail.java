// One transaction of an entry.
package dev.semel.provider.report;

import dev.semel.domain.Money;
import dev.semel.provider.ReportPlace;
import dev.semel.provider.ReportRefusedException;
import dev.semel.provider.report.IsoFormat.Amount;
import dev.semel.provider.report.IsoFormat.Name;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;

/** What one transaction of an entry says ({@code TxDtls}). */
final class CamtDetail {
  private final ReportPlace place;
  private final IsoNames names = new IsoNames();
  private final Charges charges;
  private final StringBuilder text = new StringBuilder();
  private Optional<Money> own = Optional.empty();
  private Optional<Money> instructed = Optional.empty();
  private Optional<Money> transaction = Optional.empty();
  private Optional<Money> counterValue = Optional.empty();
  private Optional<Integer> sign = Optional.empty();
  private Optional<String> returnReason = Optional.empty();
  private boolean returned;
  private String subFamily = "";

  CamtDetail(ReportPlace place, Charges charges) {
    this.place = place;
    this.charges = charges;
  }

  CamtDetail read(XmlCursor xml) throws ReportRefusedException, XMLStreamException {
    xml.children(name -> member(name, xml));
    return this;
  }

  private void member(String name, XmlCursor xml)
      throws ReportRefusedException, XMLStreamException {
    switch (name) {
      case "Refs" -> names.takeReferences(xml);
      case "Amt" -> own = Optional.of(IsoValues.money(xml));
      case "CdtDbtInd" -> sign = Optional.of(IsoValues.sign(xml));
      case "AmtDtls" -> amounts(xml);
      case "Chrgs" -> charges.read(xml);
      case "BkTxCd" -> subFamily = new BankCode().read(xml);
      case "RmtInf" -> remittance(xml);
      case "RtrInf" -> returnOf(xml);
      case "AddtlTxInf" -> say(xml.text());
      default -> {}
    }
  }

  /** Reads the amounts that an entry or a transaction has beside its own. */
  void amounts(XmlCursor xml) throws ReportRefusedException, XMLStreamException {
    xml.children(
        name -> {
          switch (name) {
            case "InstdAmt" -> instructed = inner(xml);
            case "TxAmt" -> transaction = inner(xml);
            case "CntrValAmt" -> counterValue = inner(xml);
            default -> {}
          }
        });
  }

  private static Optional<Money> inner(XmlCursor xml)
      throws ReportRefusedException, XMLStreamException {
    Inner inner = new Inner();
    xml.children(
        name -> {
          if (name.equals("Amt")) {
            inner.amount = Optional.of(IsoValues.money(xml));
          }
        });
    return inner.amount;
  }

  /** An amount with more around it. */
  private static final class Inner {
    private Optional<Money> amount = Optional.empty();
  }

  private void remittance(XmlCursor xml) throws ReportRefusedException, XMLStreamException {
    xml.children(
        name -> {
          if (name.equals("Ustrd")) {
            String line = xml.text();
            say(line);
            if (line.length() <= Limits.NAME) {
              PartnerText.name(line).ifPresent(bare -> names.add(Name.REMITTANCE, bare));
            }
          } else if (name.equals("Strd")) {
            structured(xml);
          }
        });
  }

  private void structured(XmlCursor xml) throws ReportRefusedException, XMLStreamException {
    xml.children(
        name -> {
          if (name.equals("CdtrRefInf")) {
            xml.children(
                member -> {
                  if (member.equals("Ref")) {
                    names.take(Name.CREDITOR_REFERENCE, xml);
                  }
                });
          }
        });
  }

  private void returnOf(XmlCursor xml) throws ReportRefusedException, XMLStreamException {
    returned = true;
    xml.children(
        name -> {
          switch (name) {
            case "Rsn" -> returnReason = PartnerText.explanation(IsoValues.code(xml));
            case "AddtlInf" -> say(xml.text());
            default -> {}
          }
        });
  }

  /** Adds something for people. */
  void say(String line) {
    if (!line.isEmpty() && text.length() < Limits.TEXT) {
      text.append(text.isEmpty() ? "" : " ").append(line);
    }
  }

  ReportPlace place() {
    return place;
  }

  IsoNames names() {
    return names;
  }

  Optional<Integer> sign() {
    return sign;
  }

  /** Whether it says that money came back. */
  boolean returned() {
    return returned;
  }

  Optional<String> returnReason() {
    return returnReason;
  }

  Optional<String> explanation() {
    return PartnerText.explanation(text.toString());
  }

  /** The family of its bank code, or nothing. */
  String subFamily() {
    return subFamily;
  }

  /** The amount that a provider's file names; empty where this transaction has none such. */
  Optional<Money> amount(Amount which) {
    return switch (which) {
      case TRANSACTION -> own.or(() -> transaction);
      case INSTRUCTED -> instructed;
      case COUNTER_VALUE -> counterValue;
      case ENTRY -> Optional.empty();
    };
  }

  /**
   * What it contributes to the amount of its entry.
   *
   * @param currency that of the entry
   */
  Optional<Money> share(Amount which, String currency) {
    return amount(which)
        .filter(money -> money.currency().code().equals(currency))
        .or(() -> own.filter(money -> money.currency().code().equals(currency)))
        .or(() -> transaction.filter(money -> money.currency().code().equals(currency)));
  }

  /** Whether it has an amount of its own, in any currency. */
  boolean hasAmount() {
    return own.or(() -> transaction).or(() -> instructed).isPresent();
  }

  /** Reads {@code BkTxCd}, of which the sub-family tells charges from payments. */
  static final class BankCode {
    private String subFamily = "";

    String read(XmlCursor xml) throws ReportRefusedException, XMLStreamException {
      xml.children(
          name -> {
            if (name.equals("Domn")) {
              xml.children(
                  member -> {
                    if (member.equals("Fmly")) {
                      xml.children(
                          code -> {
                            if (code.equals("SubFmlyCd")) {
                              subFamily = xml.text();
                            }
                          });
                    }
                  });
            }
          });
      return subFamily;
    }
  }
}
