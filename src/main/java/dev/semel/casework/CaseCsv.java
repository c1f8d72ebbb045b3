// Cases as CSV, for people's spreadsheets.
package dev.semel.casework;

import dev.semel.domain.Money;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes cases as CSV (RFC 4180, lines ended by a line feed). A cell that a spreadsheet would take
 * for a formula gets an apostrophe before it, so that it is shown and not carried out. Numbers and
 * telephone numbers stay as they are.
 */
final class CaseCsv {
  private static final String HEADER =
      "id,kind,status,severity,provider,payout_id,opened_at,due_at,assignee,risk_amount,risk_currency\n";
  private static final String FORMULA_STARTS = "=+-@\t\r\n";

  /** A number or a telephone number: digits and what stands between them, but no sign to reckon. */
  private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9](?:[0-9 .,]*[0-9])?");

  private CaseCsv() {}

  static String of(List<OpsCase> cases) {
    return cases.stream().map(CaseCsv::line).collect(Collectors.joining("", HEADER, ""));
  }

  private static String line(OpsCase opsCase) {
    return Stream.<@Nullable String>of(
                opsCase.id,
                opsCase.kind,
                opsCase.status,
                opsCase.severity,
                opsCase.provider,
                opsCase.payoutId,
                opsCase.openedAt.toString(),
                opsCase.dueAt.toString(),
                opsCase.assignee,
                opsCase.risk().map(Money::decimal).orElse(null),
                opsCase.risk().map(money -> money.currency().code()).orElse(null))
            .map(CaseCsv::cell)
            .collect(Collectors.joining(","))
        + "\n";
  }

  /** One cell: harmless, and quoted where it must be. */
  static String cell(@Nullable String value) {
    if (value == null || value.isEmpty()) {
      return "";
    }
    String safe = startsLikeFormula(value) ? "'" + value : value;
    return safe.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
        ? '"' + safe.replace("\"", "\"\"") + '"'
        : safe;
  }

  /** Spreadsheets skip spaces before a formula, and know its signs in full width as well. */
  private static boolean startsLikeFormula(String value) {
    if (NUMBER.matcher(value).matches()) {
      return false;
    }
    String text = value.stripLeading();
    char first = text.isEmpty() ? value.charAt(0) : text.charAt(0);
    return FORMULA_STARTS.indexOf(first) >= 0
        || FORMULA_STARTS.indexOf(value.charAt(0)) >= 0
        || "＝＋－＠".indexOf(first) >= 0;
  }
}
