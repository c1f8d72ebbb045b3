// Every fault in how a file declares its report is told, with its place and what to do.
package dev.semel.provider.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.BusinessDays;
import dev.semel.provider.MatchTerms;
import dev.semel.provider.file.ProviderExplanation;
import dev.semel.provider.file.ProviderFile;
import dev.semel.provider.file.ProviderFileReader;
import dev.semel.provider.file.ProviderFileReading.Faulty;
import dev.semel.provider.file.ProviderFileReading.Sound;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportFormatFaultsTest {
  private static final String C =
      "columns: {reference: Ref, amount: Amount, currency: Ccy, status: Status}";

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '`',
      textBlock =
          """
          {}                                                   ¦ /report/format                       ¦ Change this
          {csv: {C}, mt940: {}}                                ¦ /report/format                       ¦ Change this
          {pdf: {}}                                            ¦ /report/format/pdf                   ¦ not a member
          {csv: {}}                                            ¦ /report/format/csv                   ¦ 'columns' is missing
          {csv: {charset: UTF-9, C}}                           ¦ /report/format/csv/charset           ¦ no character set
          {csv: {delimiter: ab, C}}                            ¦ /report/format/csv/delimiter         ¦ Change this
          {csv: {delimiter: "|", quote: "|", C}}               ¦ /report/format/csv/quote             ¦ can't be quoted
          {csv: {decimal: ",", thousands: ",", C}}             ¦ /report/format/csv/thousands         ¦ One sign
          {csv: {dates: dd.MM, C}}                             ¦ /report/format/csv/dates             ¦ no pattern
          {csv: {dates: tomorrow, C}}                          ¦ /report/format/csv/dates             ¦ no pattern
          {csv: {columns: {amount: A, currency: B, status: D}}}  ¦ /report/format/csv/columns         ¦ name its payout
          {csv: {columns: {id: I, currency: B, status: D}}}    ¦ /report/format/csv/columns           ¦ 'amount' is missing
          {csv: {columns: {id: I, amount: A, currency: {fixed: HRK}, status: D}}} ¦ /report/format/csv/columns/currency/fixed ¦ ISO 4217
          {csv: {columns: {id: I, amount: A, currency: B, status: {fixed: settled}}}} ¦ /report/format/csv/columns/status/fixed ¦ statuses
          {csv: {columns: {id: {fixed: x}, amount: A, currency: B, status: D}}} ¦ /report/format/csv/columns/id/fixed ¦ name its column
          {csv: {columns: {id: I, amount: {column: A, optional: true}, currency: B, status: D}}} ¦ /report/format/csv/columns/amount/optional ¦ says nothing
          {csv: {columns: {id: {column: I, as: minor_units}, amount: A, currency: B, status: D}}} ¦ /report/format/csv/columns/id/as ¦ Only an amount
          {csv: {header: false, C}}                            ¦ /report/format/csv/columns/amount    ¦ known by their numbers
          {csv: {once: 3, C}}                                  ¦ /report/format/csv/once              ¦ have names
          {csv: {totals: [{column: Amount, equals: sum}], C}}  ¦ /report/format/csv/totals            ¦ kinds/total
          {csv: {records: {column: T, kinds: {payout: [P], total: [S]}}, C}} ¦ /report/format/csv/records/kinds/total ¦ add totals
          {csv: {records: {column: T, kinds: {fee: [P]}}, C}}  ¦ /report/format/csv/records           ¦ No record is a payout
          {csv: {records: {column: T, kinds: {payout: [P], fee: [P]}}, C}} ¦ /report/format/csv/records/kinds/fee ¦ listed twice
          {csv: {totals: [{line: 2, column: 1, equals: count}], C}} ¦ /report/format/csv/totals/0/line ¦ not before the header
          {csv: {skip: 2, totals: [{line: 2, column: 1, equals: sum}], C}} ¦ /report/format/csv/totals/0 ¦ add sums
          {csv: {skip: 2, totals: [{line: 2, column: 1, equals: opening, sums: Amount}], C}} ¦ /report/format/csv/totals/0 ¦ outgoing
          {csv: {facts: {id: {line: 1, column: 1}}, C}}        ¦ /report/format/csv/facts/id/line     ¦ not before the header
          {csv: {adds_up: [{column: 3, of: [A]}], C}}          ¦ /report/format/csv/adds_up/0/column  ¦ have names
          {camt053: {amount: first}}                           ¦ /report/format/camt053/amount        ¦ one of the words
          {camt053: {references: [nowhere]}}                   ¦ /report/format/camt053/references/0  ¦ one of the words
          {camt054: {balances: required}}                      ¦ /report/format/camt054/balances      ¦ no balances
          {pain002: {amount: entry}}                           ¦ /report/format/pain002/amount        ¦ none of that
          {mt940: {charset: none}}                             ¦ /report/format/mt940/charset         ¦ no character set
          {json: {rows: /r, read: {id: /i, amount: /a, currency: /c, status: /s}, totals: [{at: /n, equals: count, by: currency}]}} ¦ /report/format/json/totals/0 ¦ whole number
          """)
  void a_fault_is_told_at_its_place(String format, String pointer, String words) {
    assertThat(ReportFile.faults(format.replace("C}", C + "}")))
        .anySatisfy(
            fault -> {
              assertThat(fault.pointer()).isEqualTo(pointer);
              assertThat(fault.message()).contains(words);
              assertThat(fault.line()).isPositive();
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '`',
      textBlock =
          """
          {csv: {delimiter: ";", decimal: ",", thousands: ".", skip: 2, C}} ¦ CSV in UTF-8, cells apart by a semicolon, numbers with a comma and groups of thousands with a point, 2 lines before the header
          {csv: {C}}                                                        ¦ Nothing in it proves that it is whole.
          {csv: {records: {column: T, kinds: {payout: [P], total: [S]}}, totals: [{column: Amount, equals: sum}], C}} ¦ refused unless it agrees with its own sum
          {camt053: {balances: required}}                                   ¦ end to end id, instruction id
          {camt054: {}}                                                     ¦ It is camt.054
          {pain002: {}}                                                     ¦ how the payments stand that were ordered
          {mt940: {}}                                                       ¦ MT940
          """)
  void a_sound_report_is_explained_in_words(String format, String words) {
    String text = ReportFile.text(format.replace("C}", C + "}"));
    ProviderFile file = ((Sound) new ProviderFileReader().read(text)).file();
    assertThat(ProviderExplanation.of(file).getLast()).contains(words);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '`',
      textBlock =
          """
          match: {}                       ¦ /report/match                ¦ Change this
          match: {shortened_to: [9]}      ¦ /report/match/shortened_to/0 ¦ Change this
          match: {by_amount: true}        ¦ /report/match/by_amount      ¦ not a member
          match: {fees: added}            ¦ /report/match/fees           ¦ no rows of fees
          holidays: ["2026-02-30"]        ¦ /report/holidays/0           ¦ no such day
          closed: [someday]               ¦ /report/closed/0             ¦ one of the words
          """)
  void what_can_not_be_allowed_in_matching_is_told_at_its_place(
      String line, String pointer, String words) {
    String text = ReportFile.text("{csv: {" + C + "}}") + "  " + line + "\n";
    assertThat(new ProviderFileReader().read(text))
        .isInstanceOfSatisfying(
            Faulty.class,
            faulty ->
                assertThat(faulty.faults())
                    .anySatisfy(
                        fault -> {
                          assertThat(fault.pointer()).isEqualTo(pointer);
                          assertThat(fault.message()).contains(words);
                          assertThat(fault.line()).isPositive();
                        }));
  }

  @Test
  void what_is_allowed_in_matching_is_read_and_told_in_words() {
    String text =
        ReportFile.text(
                "{csv: {records: {column: T, kinds: {payout: [P], fee: [F], other: [O]}}, "
                    + C
                    + "}}")
            + """
              closed: [friday]
              holidays: ["2026-12-25"]
              match: {shortened_to: [16, 30], any_case: true, any_spaces: true, fees: added, in_parts: true, unexplained: case}
            """;
    ProviderFile file = ((Sound) new ProviderFileReader().read(text)).file();
    assertThat(file.report().orElseThrow().matching())
        .isEqualTo(
            new MatchTerms(
                Set.of(16, 30),
                true,
                true,
                MatchTerms.Fees.ADDED,
                true,
                true,
                new BusinessDays(Set.of(DayOfWeek.FRIDAY), Set.of(LocalDate.of(2026, 12, 25)))));
    assertThat(ProviderExplanation.of(file).getLast())
        .contains("not counting friday")
        .contains("cut to 16 or 30 characters in other letters with spaces")
        .contains("that of the payout and its fee")
        .contains("in several parts");
  }

  @ParameterizedTest
  @CsvSource({"'{camt053: {}}', true", "'{mt940: {}}', true", "'{csv: {C}}', false"})
  void money_that_nothing_explains_is_a_case_where_the_report_has_no_word_for_it(
      String format, boolean unexplained) {
    String text = ReportFile.text(format.replace("C}", C + "}"));
    ProviderFile file = ((Sound) new ProviderFileReader().read(text)).file();
    assertThat(file.report().orElseThrow().matching().unexplained()).isEqualTo(unexplained);
  }

  @Test
  void samples_of_reports_are_read_as_real_ones_are() {
    String sample =
        """
        samples:
          - {of: report, text: "Ref;Amount;Ccy;Status\\nR-1;1,50;KES;paid\\nR-2;2,00;KES;paid\\n", means: read, read: {reference: R-1, amount: "1.50", stands: paid, kind: payout, rows: "2"}}
          - {of: report, text: "Ref,Amount,Ccy,Status\\nR-1,1.50,KES,paid\\n", means: unreadable}
        """;
    String text = ReportFile.text("{csv: {delimiter: ;, decimal: \",\", " + C + "}}") + sample;
    assertThat(new ProviderFileReader().read(text)).isInstanceOf(Sound.class);
    assertThat(new ProviderFileReader().read(text.replace("amount: \"1.50\"", "amount: \"1.51\"")))
        .asString()
        .contains("The rules read '1.50' here");
  }
}
