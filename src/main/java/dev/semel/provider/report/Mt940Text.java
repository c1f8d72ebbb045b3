// What MT940 writes in its fields.
package dev.semel.provider.report;

import dev.semel.provider.ReportPlace;
import dev.semel.provider.ReportRefusedException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the fields of MT940. */
final class Mt940Text {
  private static final Pattern BALANCE =
      Pattern.compile("([CD])([0-9]{6})([A-Z]{3})([0-9]{1,14},[0-9]{0,14})");
  private static final Pattern LINE =
      Pattern.compile(
          "([0-9]{6})([0-9]{4})?(RC|RD|C|D)([A-Z])?([0-9]{1,14},[0-9]{0,14})([A-Z][A-Z0-9]{3})(.*)");
  private static final Pattern NUMBER = Pattern.compile("([0-9]{1,18})(?:/([0-9]{1,9}))?");
  private static final Pattern SUBFIELD = Pattern.compile("[?]([0-9]{2})");
  private static final Pattern KEYWORD = Pattern.compile("(EREF|KREF|SVWZ)[+]");
  private static final Pattern NEXT_KEYWORD = Pattern.compile("[A-Z]{3,4}[+]");
  private static final Pattern SLASHED = Pattern.compile("/(?:EREF|ENDTOENDID)/([^/]{1,255})");

  private Mt940Text() {}

  /**
   * A balance.
   *
   * @param amount below zero where it is owed
   * @param date its date, as it is written
   */
  record Balance(BigDecimal amount, String currency, String date) {}

  /**
   * An entry ({@code :61:}).
   *
   * @param date its value date, as it is written
   * @param sign 1 where the account has more by it, else -1
   * @param reversal whether it takes an earlier one back
   * @param type the kind of transaction, without its first letter
   * @param reference the account owner's reference
   * @param bankReference the bank's
   */
  record Entry(
      String date,
      int sign,
      boolean reversal,
      BigDecimal size,
      String type,
      String reference,
      String bankReference) {}

  /** Reads {@code :60F:} and {@code :62F:}. */
  static Balance balance(String text, ReportPlace place) throws ReportRefusedException {
    Matcher balance = BALANCE.matcher(PartnerText.bare(text));
    if (!balance.matches()) {
      throw new ReportRefusedException(place, "this is no balance as MT940 has them");
    }
    BigDecimal size = number(balance.group(4));
    return new Balance(
        balance.group(1).equals("D") ? size.negate() : size, balance.group(3), balance.group(2));
  }

  private static BigDecimal number(String text) {
    String point = text.replace(',', '.');
    return new BigDecimal(point.endsWith(".") ? point + "0" : point);
  }

  /** Reads the first line of {@code :61:}. */
  static Entry entry(String text, ReportPlace place) throws ReportRefusedException {
    Matcher line = LINE.matcher(text);
    if (!line.matches()) {
      throw new ReportRefusedException(place, "this is no entry as MT940 has them");
    }
    String mark = line.group(3);
    String references = line.group(7);
    int bank = references.indexOf("//");
    return new Entry(
        line.group(1),
        mark.equals("C") || mark.equals("RD") ? 1 : -1,
        mark.startsWith("R"),
        number(line.group(5)),
        line.group(6).substring(1),
        bank < 0 ? references : references.substring(0, bank),
        bank < 0 ? "" : references.substring(bank + 2));
  }

  /** The number of a statement, and of its page. */
  record StatementNumber(long statement, long page) {}

  /** Reads {@code :28C:}. */
  static StatementNumber number(String text, ReportPlace place) throws ReportRefusedException {
    Matcher number = NUMBER.matcher(PartnerText.bare(text));
    if (!number.matches()) {
      throw new ReportRefusedException(place, "this is no number of a statement as MT940 has them");
    }
    return new StatementNumber(
        Long.parseLong(number.group(1)),
        number.group(2) == null ? 1 : Long.parseLong(number.group(2)));
  }

  /** The references in {@code :86:}, those of the payment from end to end first. */
  static List<String> references(String information) {
    List<String> found = new ArrayList<>();
    String plain = withoutSubfields(information);
    valueOf("EREF", plain).ifPresent(found::add);
    Matcher slashed = SLASHED.matcher(plain);
    if (slashed.find()) {
      found.add(slashed.group(1));
    }
    valueOf("KREF", plain).ifPresent(found::add);
    return found;
  }

  private static String withoutSubfields(String information) {
    return SUBFIELD.matcher(information).replaceAll("");
  }

  private static Optional<String> valueOf(String keyword, String text) {
    Matcher begin = KEYWORD.matcher(text);
    while (begin.find()) {
      if (begin.group(1).equals(keyword)) {
        Matcher end = NEXT_KEYWORD.matcher(text);
        int to = end.find(begin.end()) ? end.start() : text.length();
        return Optional.of(text.substring(begin.end(), to));
      }
    }
    return Optional.empty();
  }
}
