// Amounts, times and choices of ISO 20022.
package dev.semel.provider.report;

import dev.semel.domain.CurrencyCode;
import dev.semel.domain.Money;
import dev.semel.provider.ReportPlace;
import dev.semel.provider.ReportRefusedException;
import dev.semel.provider.UnreadableMessageException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.xml.stream.XMLStreamException;

/** Reads values as ISO 20022 and XML write them. */
final class IsoValues {
  private static final int LONGEST = 40;
  private static final Pattern NUMBER = Pattern.compile("[0-9]+(?:[.][0-9]*)?|[.][0-9]+");
  private static final Pattern WHOLE = Pattern.compile("[0-9]{1,18}");

  private IsoValues() {}

  /** The amount of the element that begins here, which has its currency as an attribute. */
  static Money money(XmlCursor xml) throws ReportRefusedException, XMLStreamException {
    ReportPlace place = xml.place();
    String code = xml.attribute("Ccy");
    if (code.isEmpty()) {
      throw new ReportRefusedException(place, "the amount lacks its currency (Ccy)");
    }
    CurrencyCode currency = Monies.currency(code, place);
    return Monies.of(number(xml.text(), place), currency, place);
  }

  /** A number that is not below zero. */
  static BigDecimal number(String text, ReportPlace place) throws ReportRefusedException {
    if (text.length() > LONGEST || !NUMBER.matcher(text).matches()) {
      throw new ReportRefusedException(place, "this is no number as ISO 20022 has them");
    }
    // XML has numbers that end with their point.
    return new BigDecimal(text.endsWith(".") ? text + "0" : text);
  }

  /** A whole number. */
  static long whole(XmlCursor xml) throws ReportRefusedException, XMLStreamException {
    ReportPlace place = xml.place();
    String text = xml.text();
    if (!WHOLE.matcher(text).matches()) {
      throw new ReportRefusedException(place, "this is no whole number");
    }
    return Long.parseLong(text);
  }

  /** The sign of a credit or debit: 1 or -1. */
  static int sign(XmlCursor xml) throws ReportRefusedException, XMLStreamException {
    ReportPlace place = xml.place();
    return switch (xml.text()) {
      case "CRDT" -> 1;
      case "DBIT" -> -1;
      default -> throw new ReportRefusedException(place, "this is neither CRDT nor DBIT");
    };
  }

  /** Yes or no. */
  static boolean indicator(XmlCursor xml) throws ReportRefusedException, XMLStreamException {
    ReportPlace place = xml.place();
    return switch (xml.text()) {
      case "true", "1" -> true;
      case "false", "0" -> false;
      default -> throw new ReportRefusedException(place, "this is neither true nor false");
    };
  }

  /** A moment: the text of the element that begins here, or of the one inside of it. */
  static Instant moment(XmlCursor xml, ZoneId zone, boolean first)
      throws ReportRefusedException, XMLStreamException {
    ReportPlace place = xml.place();
    String text = xml.text();
    try {
      return first
          ? TimeForm.ISO.readFirst("time", text, zone)
          : TimeForm.ISO.read("time", text, zone);
    } catch (UnreadableMessageException e) {
      throw new ReportRefusedException(place, "this is no date or time as ISO 20022 has them");
    }
  }

  /** A name, or nothing where it says that there is none. */
  static Optional<String> name(XmlCursor xml) throws ReportRefusedException, XMLStreamException {
    ReportPlace place = xml.place();
    return PartnerText.keptName(xml.text(), place);
  }

  /** A choice of a code or a proprietary word, or a code alone as older versions have it. */
  static String code(XmlCursor xml) throws ReportRefusedException, XMLStreamException {
    return new CodeChoice().read(xml);
  }

  /** Reads {@code <Sts>BOOK</Sts>} and {@code <Sts><Cd>BOOK</Cd></Sts>} alike. */
  private static final class CodeChoice {
    private String found = "";

    String read(XmlCursor xml) throws ReportRefusedException, XMLStreamException {
      String text =
          xml.textOrChildren(
              name -> {
                if (name.equals("Cd") || name.equals("Prtry")) {
                  found = xml.text();
                }
              });
      return text.isEmpty() ? found : text;
    }
  }
}
