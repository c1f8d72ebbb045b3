// What a bank took, as an entry or a transaction tells it.
package dev.semel.provider.report;

import dev.semel.domain.Money;
import dev.semel.provider.ReportRefusedException;
import java.math.BigDecimal;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/** Adds up charges: below zero what was taken, above zero what was given back. */
final class Charges {
  private final String currency;
  private final Notes notes;
  private BigDecimal sum = BigDecimal.ZERO;
  private boolean included;

  /**
   * Charges in a currency.
   *
   * @param currency that of the entry; charges in others are no part of its amount
   */
  Charges(String currency, Notes notes) {
    this.currency = currency;
    this.notes = notes;
  }

  BigDecimal sum() {
    return sum;
  }

  /** Whether the sender says that they are part of the amount that they are told with. */
  boolean included() {
    return included;
  }

  /** Reads {@code Chrgs}: one charge in older versions, records of charges in newer ones. */
  void read(XmlCursor xml) throws ReportRefusedException, XMLStreamException {
    Charge alone = new Charge();
    xml.children(
        name -> {
          if (name.equals("Rcrd")) {
            Charge one = new Charge();
            xml.children(member -> one.read(member, xml));
            add(one);
          } else {
            alone.read(name, xml);
          }
        });
    add(alone);
  }

  private void add(Charge charge) {
    if (charge.amount == null) {
      return;
    }
    if (!charge.amount.currency().code().equals(currency)) {
      notes.add("Charges in another currency than their entry are not looked at.");
      return;
    }
    BigDecimal size = charge.amount.amount();
    sum = charge.sign < 0 ? sum.subtract(size) : sum.add(size);
    included |= charge.included;
  }

  /** One charge. */
  private static final class Charge {
    private @Nullable Money amount;
    private int sign = -1;
    private boolean included;

    void read(String name, XmlCursor xml) throws ReportRefusedException, XMLStreamException {
      switch (name) {
        case "Amt" -> amount = IsoValues.money(xml);
        case "CdtDbtInd" -> sign = IsoValues.sign(xml);
        case "ChrgInclInd" -> included = IsoValues.indicator(xml);
        default -> {}
      }
    }
  }
}
