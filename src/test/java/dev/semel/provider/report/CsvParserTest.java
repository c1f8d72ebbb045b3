// CSV is read as it is declared, or refused as a whole with line and column.
package dev.semel.provider.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.Money;
import dev.semel.domain.ProviderStatus;
import dev.semel.provider.ReportFacts;
import dev.semel.provider.ReportFacts.Proof;
import dev.semel.provider.ReportRefusedException;
import dev.semel.provider.ReportRow;
import dev.semel.provider.ReportRow.Kind;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvParserTest {
  private static final String COLUMNS =
      "columns: {reference: Ref, id: {column: Id, optional: true}, amount: Amount, currency: Ccy, status: Status, settled_at: {column: At, optional: true}}";
  private static final String HEAD = "Ref,Id,Amount,Ccy,Status,At\n";
  private static final String ROW = "R-1,p1,125.50,KES,paid,2026-11-30T10:00:00Z\n";

  private static ReportFile csv(String more) {
    return ReportFile.of("{csv: {" + more + (more.isEmpty() ? "" : ", ") + COLUMNS + "}}");
  }

  private static byte[] bytes(String text, String charset) {
    return text.getBytes(Charset.forName(charset));
  }

  private static byte[] marked(byte[] mark, byte[] text) {
    byte[] all = new byte[mark.length + text.length];
    System.arraycopy(mark, 0, all, 0, mark.length);
    System.arraycopy(text, 0, all, mark.length, text.length);
    return all;
  }

  @Test
  void a_row_is_read_with_its_place_and_all_its_values() throws ReportRefusedException {
    ReportRow row = csv("").rows(HEAD + ROW).getFirst();
    assertThat(row.line()).isEqualTo(1);
    assertThat(row.place().line()).isEqualTo(2);
    assertThat(row.kind()).isEqualTo(Kind.PAYOUT);
    assertThat(row.reference()).contains("R-1");
    assertThat(row.statement().providerPayoutId()).contains("p1");
    assertThat(row.statement().money()).contains(Money.of("125.50", "KES"));
    assertThat(row.statement().status()).isEqualTo(ProviderStatus.PAID);
    assertThat(row.settledAt()).contains(Instant.parse("2026-11-30T10:00:00Z"));
    assertThat(row.flaw()).isEmpty();
  }

  @Test
  void r_01_a_byte_order_mark_is_no_part_of_the_first_header() throws ReportRefusedException {
    byte[] mark = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    assertThat(csv("").read(marked(mark, bytes(HEAD + ROW, "UTF-8"))).rows()).hasSize(1);
    assertThat(csv("").refusal(mark)).contains("empty");
    assertThat(csv("").refusal("")).contains("empty");
    assertThat(csv("bom: refused").refusal(marked(mark, bytes(HEAD + ROW, "UTF-8"))))
        .contains("byte order mark");
    assertThat(csv("bom: required").refusal(HEAD + ROW)).contains("lacks the byte order mark");
  }

  @Test
  void r_01_a_provider_that_changes_to_utf_8_overnight_is_refused_and_told() {
    byte[] mark = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    assertThat(csv("charset: windows-1252").refusal(marked(mark, bytes(HEAD + ROW, "UTF-8"))))
        .contains("says UTF-8")
        .contains("windows-1252");
  }

  @Test
  void r_02_utf_16_is_decoded_where_declared_and_else_refused_and_never_no_rows()
      throws ReportRefusedException {
    byte[] little = marked(new byte[] {(byte) 0xFF, (byte) 0xFE}, bytes(HEAD + ROW, "UTF-16LE"));
    byte[] big = marked(new byte[] {(byte) 0xFE, (byte) 0xFF}, bytes(HEAD + ROW, "UTF-16BE"));
    assertThat(csv("charset: UTF-16LE").read(little).rows()).hasSize(1);
    assertThat(csv("charset: UTF-16").read(little).rows()).hasSize(1);
    assertThat(csv("charset: UTF-16").read(big).rows()).hasSize(1);
    assertThat(csv("charset: UTF-16LE").read(bytes(HEAD + ROW, "UTF-16LE")).rows()).hasSize(1);
    assertThat(csv("").refusal(little)).contains("says UTF-16LE");
    assertThat(csv("").refusal(bytes(HEAD + ROW, "UTF-16LE"))).contains("line 1");
    assertThat(csv("charset: windows-1252").refusal(bytes(HEAD + ROW, "UTF-16LE")))
        .contains("line 1");
    assertThat(csv("charset: UTF-16LE").refusal(big)).contains("says UTF-16BE");
  }

  @Test
  void r_03_windows_1252_is_decoded_and_a_wrong_charset_refuses_the_file()
      throws ReportRefusedException {
    String text = HEAD + "Müller-€,p1,125.50,KES,paid,\n";
    assertThat(
            csv("charset: windows-1252")
                .read(bytes(text, "windows-1252"))
                .rows()
                .getFirst()
                .reference())
        .contains("Müller-€");
    assertThat(csv("").refusal(bytes(text, "windows-1252"))).contains("no text in UTF-8");
    assertThat(csv("").refusal(HEAD + "M\uFFFDller,p1,1.00,KES,paid,\n"))
        .contains("line 2, column 1 (Ref)");
  }

  @Test
  void r_04_another_delimiter_refuses_the_whole_file() throws ReportRefusedException {
    String semicolons = (HEAD + ROW).replace(',', ';');
    assertThat(csv("").refusal(semicolons)).contains("'Ref' is missing").contains("delimiter");
    assertThat(csv("delimiter: ;").rows(semicolons)).hasSize(1);
    assertThat(csv("delimiter: \"\\t\"").rows((HEAD + ROW).replace(',', '\t'))).hasSize(1);
  }

  @ParameterizedTest(name = "{0} with {1} is {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "1.234,56-  | minus: [trailing]     | -1234.56",
        "(1.234,56) | minus: [parentheses]  | -1234.56",
        "\u22121.234,56 | minus: [typographic] | -1234.56",
        "-1.234,56  | minus: [leading]      | -1234.56",
        "1.234,56   | minus: [leading]      | 1234.56",
        "1.234,56-  | minus: [leading]      | refused",
        "(1.234,56) | minus: [leading]      | refused",
        "\u22121.234,56 | minus: [leading]  | refused",
        "-1.234,56  | minus: [trailing]     | refused",
        "--1,00     | minus: [leading]      | refused",
        "1,00--     | minus: [trailing]     | refused",
        "+1,00      | minus: [leading]      | refused",
        "-          | minus: [leading]      | refused",
        "1e3        | minus: [leading]      | refused",
        "١٢         | minus: [leading]      | refused",
      })
  void r_06_a_minus_is_read_where_it_is_declared_and_never_passed_over(
      String cell, String minus, String is) throws ReportRefusedException {
    ReportFile fees =
        csv(
            "delimiter: ;, decimal: \",\", thousands: \".\", "
                + minus
                + ", records: {column: Status, kinds: {payout: [paid], fee: [fee]}}");
    String file = (HEAD + "R-1,p1,AMOUNT,KES,fee,\n").replace(',', ';').replace("AMOUNT", cell);
    if (is.equals("refused")) {
      assertThat(fees.refusal(file)).contains("line 2, column 3 (Amount)").contains("no number");
    } else {
      assertThat(fees.rows(file).getFirst().statement().money()).contains(Money.of(is, "KES"));
    }
  }

  @Test
  void r_06_a_payout_below_zero_is_never_taken_for_one_above() throws ReportRefusedException {
    String negative = HEAD + ROW.replace("125.50", "-125.50");
    assertThat(csv("").refusal(negative)).contains("below zero").contains("outgoing");
    assertThat(csv("outgoing: negative").rows(negative).getFirst().statement().money())
        .contains(Money.of("125.50", "KES"));
    assertThat(csv("outgoing: negative").refusal(HEAD + ROW)).contains("above zero");
  }

  @ParameterizedTest(name = "{0} {1} is {3} where {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "1.000    | KES | 'decimal: \",\", thousands: \".\"' | 1000.00",
        "1.111,11 | KES | 'decimal: \",\", thousands: \".\"' | 1111.11",
        "1.000    | KWD | 'decimal: \".\"'                   | 1.000",
        "1.000    | KWD | 'decimal: \",\", thousands: \".\"' | 1000.000",
        "1.111,11 | KES | 'decimal: \".\"'                   | refused",
        "1.000    | KES | 'decimal: \",\"'                   | refused",
        "1.00.000 | KES | 'decimal: \",\", thousands: \".\"' | refused",
        "1000.000 | KES | 'decimal: \",\", thousands: \".\"' | refused",
        ".000     | KES | 'decimal: \",\", thousands: \".\"' | refused",
        "1.000.   | KES | 'decimal: \",\", thousands: \".\"' | refused",
      })
  void r_07_points_and_commas_are_declared_and_never_guessed(
      String cell, String currency, String form, String is) throws ReportRefusedException {
    decided(cell, currency, form, is);
  }

  @ParameterizedTest(name = "{0} is {2} where {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "100      | 'decimal: \".\"'                        | 100.00",
        "110.7    | 'decimal: \".\"'                        | 110.70",
        "1'000.50 | 'decimal: \".\", thousands: \"''\"'     | 1000.50",
        "1\u00a0000,50 | 'decimal: \",\", thousands: \"\u00a0\"' | 1000.50",
        "1 000,50 | 'decimal: \",\", thousands: \" \"'      | 1000.50",
        "1'000.50 | 'decimal: \".\"'                        | refused",
        "1\u00a0000,50 | 'decimal: \",\", thousands: \" \"' | refused",
        "110.     | 'decimal: \".\"'                        | refused",
        ".70      | 'decimal: \".\"'                        | refused",
      })
  void r_09_missing_decimals_never_shift_the_amount(String cell, String form, String is)
      throws ReportRefusedException {
    decided(cell.replace("''", "'"), "KES", form.replace("\"''\"", "\"'\""), is);
  }

  private static void decided(String cell, String currency, String form, String is)
      throws ReportRefusedException {
    ReportFile file = csv("delimiter: ;, " + form);
    String text =
        (HEAD + "R-1,p1,AMOUNT,CCY,paid,\n")
            .replace(',', ';')
            .replace("AMOUNT", cell)
            .replace("CCY", currency);
    if (is.equals("refused")) {
      assertThat(file.refusal(text)).contains("line 2, column 3 (Amount)");
    } else {
      assertThat(file.rows(text).getFirst().statement().money()).contains(Money.of(is, currency));
    }
  }

  private static final String SETTLEMENT =
      """
      {csv: {charset: UTF-8, delimiter: ;, decimal: ",", thousands: ".", dates: dd.MM.yyyy, skip: 3,
        columns: {reference: Ref, amount: Amount, currency: {fixed: KES}, status: {fixed: paid}, settled_at: Date},
        records: {column: Type, kinds: {payout: [Payout], fee: [Fee], return: [Refund], total: [TOTAL], ignore: [Note]}},
        totals: [{column: Amount, equals: sum, of: [payout]}, {line: 2, column: 2, equals: count}],
        facts: {id: {line: 1, column: 2}, from: {line: 3, column: 2}, to: {line: 3, column: 3}, sequence: {line: 1, column: 3}}}}
      """;

  private static String settlement(String rows) {
    return """
        Settlement;S-77;12
        Records;4
        Period;29.11.2026;30.11.2026
        Type;Ref;Amount;Date
        """
        + rows;
  }

  private static final String RECORDS =
      """
      Payout;R-1;1.000,00;30.11.2026
      ;;;
      Fee;F-1;2,50;30.11.2026
      Payout;R-2;234,50;30.11.2026
      Note;whatever
      Refund;R-0;7,00;30.11.2026
      ;;;
      TOTAL;;1.234,50;
      """;

  @Test
  void r_10_preamble_blank_rows_and_totals_are_no_payouts_and_the_totals_are_checked()
      throws ReportRefusedException {
    ReadRows read =
        ReportFile.of(SETTLEMENT).read(settlement(RECORDS).getBytes(StandardCharsets.UTF_8));
    assertThat(read.rows())
        .extracting(ReportRow::kind)
        .containsExactly(Kind.PAYOUT, Kind.FEE, Kind.PAYOUT, Kind.RETURN);
    assertThat(read.rows()).extracting(row -> row.place().line()).containsExactly(5L, 7L, 8L, 10L);
    assertThat(read.rows().getLast().statement().status()).isEqualTo(ProviderStatus.RETURNED);
    ReportFacts facts = read.facts().orElseThrow();
    assertThat(facts.proofs()).containsExactlyInAnyOrder(Proof.SUMS, Proof.COUNTS);
    assertThat(facts.id()).contains("S-77");
    assertThat(facts.parts().getFirst().sequence()).contains(12L);
    assertThat(facts.parts().getFirst().from()).contains(Instant.parse("2026-11-28T21:00:00Z"));
    assertThat(facts.parts().getFirst().to())
        .contains(Instant.parse("2026-11-30T20:59:59.999999Z"));
  }

  @Test
  void r_10_totals_that_do_not_agree_and_a_total_that_is_missing_refuse_the_file() {
    ReportFile file = ReportFile.of(SETTLEMENT);
    assertThat(file.refusal(settlement(RECORDS.replace("1.234,50", "1.234,51"))))
        .contains("line 12, column 3 (Amount)")
        .contains("1234.50")
        .contains("1234.51");
    assertThat(file.refusal(settlement(RECORDS.replace("TOTAL;;1.234,50;\n", ""))))
        .contains("total row")
        .contains("cut");
    assertThat(file.refusal(settlement(RECORDS).replace("Records;4", "Records;5")))
        .contains("line 2, column 2")
        .contains("4 rows");
    assertThat(file.refusal(settlement(RECORDS + "Payout;R-9;1,00;30.11.2026\n")))
        .contains("behind the total row");
    assertThat(file.refusal(settlement("Bonus;R-9;1,00;30.11.2026\n" + RECORDS)))
        .contains("line 5, column 1 (Type)")
        .contains("kind of record");
    assertThat(file.refusal("Settlement;S-77\n")).contains("before its header");
  }

  @Test
  void f_01_f_03_no_beginning_of_a_report_with_a_total_row_is_taken_for_a_report() {
    ReportFile file = ReportFile.of(SETTLEMENT);
    String whole = settlement(RECORDS);
    int proven = whole.indexOf("TOTAL;;1.234,5") + "TOTAL;;1.234,".length();
    for (int end = 0; end <= proven; end++) {
      assertThat(file.refusal(whole.substring(0, end))).isNotBlank();
    }
  }

  @Test
  void r_12_a_section_that_stands_there_twice_counts_once_and_is_noted()
      throws ReportRefusedException {
    ReportFile file =
        csv(
            "once: Id, records: {column: Status, kinds: {ignore: [Status], payout: [paid]}, otherwise: refuse}");
    String section = HEAD + ROW + ROW.replace("R-1,p1", "R-2,p2");
    ReadRows read = file.read(bytes(section + section, "UTF-8"));
    assertThat(read.rows())
        .extracting(row -> row.reference().orElseThrow())
        .containsExactly("R-1", "R-2");
    assertThat(read.facts().orElseThrow().notes())
        .singleElement()
        .asString()
        .contains("2 times")
        .contains("counts once");
    assertThat(file.refusal(section + ROW.replace("125.50", "999.00")))
        .contains("line 4, column 2 (Id)")
        .contains("same name");
    assertThat(csv("").rows(HEAD + ROW + ROW))
        .as("without `once` a row that is there twice may be a payout that was made twice")
        .hasSize(2);
  }

  @Test
  void r_13_a_net_amount_that_is_not_the_sum_of_its_parts_refuses_the_file()
      throws ReportRefusedException {
    ReportFile file =
        ReportFile.of(
            "{csv: {adds_up: [{column: Net, of: [Gross, Fee, Refund]}], columns: {reference: Ref, amount: Gross, currency: {fixed: NOK}, status: {fixed: paid}}}}");
    String head = "Ref,Gross,Fee,Refund,Net\n";
    assertThat(file.rows(head + "R-1,100,-2,-50,48\nR-2,100,,,100\n")).hasSize(2);
    assertThat(file.refusal(head + "R-1,100,-2,-50,98\n"))
        .contains("line 2, column 5 (Net)")
        .contains("48")
        .contains("98");
  }

  @Test
  void r_31_parts_finer_than_a_cent_are_added_up_exactly() throws ReportRefusedException {
    ReportFile file =
        ReportFile.of(
            "{csv: {adds_up: [{column: Total, of: [Fee, VAT, Rounding]}], columns: {reference: Ref, amount: Amount, currency: {fixed: EUR}, status: {fixed: paid}}}}");
    String head = "Ref,Amount,Fee,VAT,Rounding,Total\n";
    assertThat(file.rows(head + "R-1,10,-0.29,-0.0609,-0.0091,-0.36\n")).hasSize(1);
    assertThat(file.refusal(head + "R-1,10,-0.29,-0.0609,-0.0090,-0.36\n")).contains("-0.3599");
  }

  @Test
  void r_23_a_header_alone_is_an_empty_report_and_not_a_missing_one()
      throws ReportRefusedException {
    assertThat(csv("").facts(HEAD).rows()).isZero();
    assertThat(csv("").rows(HEAD)).isEmpty();
  }

  @Test
  void r_33_columns_are_found_by_their_names_wherever_they_stand() throws ReportRefusedException {
    String moved = "Extra,Status, Amount,Ref,At,Id,Ccy\nx,paid, 125.50,R-1,,p1,KES\n";
    assertThat(csv("").rows(moved).getFirst().statement().money())
        .contains(Money.of("125.50", "KES"));
    assertThat(csv("strict: true").refusal(moved)).contains("line 1, column 1").contains("strict");
    assertThat(csv("").refusal(HEAD.replace("Amount", "Betrag") + ROW))
        .contains("'Amount' is missing")
        .contains("renamed");
    assertThat(csv("").refusal(HEAD.replace("At", "Amount") + ROW)).contains("2 times");
    ReportFile either =
        ReportFile.of(
            "{csv: {columns: {reference: [Ref, Referenz], amount: [Amount, Betrag], currency: Ccy, status: Status}}}");
    assertThat(either.rows("Referenz,Betrag,Ccy,Status\nR-1,1.00,KES,paid\n")).hasSize(1);
    assertThat(either.refusal("Referenz,Betrag,Amount,Ccy,Status\nR-1,1.00,1.00,KES,paid\n"))
        .contains("2 times");
  }

  @ParameterizedTest(name = "EUR {0} is {1}")
  @CsvSource({"18.150, 18.15", "18.15000, 18.15", "18.155, refused", "18.15001, refused"})
  void r_34_needless_zeros_are_none_and_needed_decimals_are_never_dropped(String cell, String is)
      throws ReportRefusedException {
    String text = HEAD + "R-1,p1," + cell + ",EUR,paid,\n";
    if (is.equals("refused")) {
      assertThat(csv("").refusal(text)).contains("more decimals than EUR has");
    } else {
      assertThat(csv("").rows(text).getFirst().statement().money()).contains(Money.of(is, "EUR"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "R-1,p1,1.00,XXX,paid,        | column 4 (Ccy)",
        "R-1,p1,1.00,HRK,paid,        | column 4 (Ccy)",
        "R-1,p1,1.00,,paid,           | column 4 (Ccy)",
        "R-1,p1,,KES,paid,            | column 3 (Amount)",
        ",p1,1.00,KES,paid,           | column 1 (Ref)",
        "R-1,p1,1.00,KES,paid         | 5 cells",
        "R-1,p1,1.00,KES,paid,,       | 7 cells",
        "R-1,p1,1.00,KES,paid,morgen  | column 6 (At)",
        "R-1,p1,1.00,KES,paid,2026-11-30T10:00:00+53:00 | column 6 (At)",
        "R-1,p1,1.00,KES,paid,9999-11-30T10:00:00Z      | line 3",
        "\"R-1,p1,1.00,KES,paid,      | quotes",
        "\"R-1\"x,p1,1.00,KES,paid,   | quotes",
      })
  void what_does_not_fit_refuses_the_file_with_its_line_and_column(String row, String place) {
    assertThat(csv("").refusal(HEAD + ROW + row + "\n")).contains("line 3").contains(place);
  }

  @Test
  void a_refusal_quotes_nothing_of_the_report() {
    String said = csv("").refusal(HEAD + "R-1,p1,GB33BUKB20201555555555,KES,paid,\n");
    assertThat(said).contains("column 3").doesNotContain("BUKB");
  }

  @Test
  void quoted_cells_may_hold_delimiters_quotes_and_line_ends() throws ReportRefusedException {
    List<ReportRow> rows = csv("").rows(HEAD + "\"R,\"\"1\"\"\n2\",p1,1.00,KES,paid,\r\n" + ROW);
    assertThat(rows.getFirst().reference()).contains("R,\"1\"\n2");
    assertThat(rows.getLast().place().line()).isEqualTo(4);
  }

  @Test
  void columns_without_names_are_known_by_their_numbers() throws ReportRefusedException {
    ReportFile file =
        ReportFile.of(
            "{csv: {header: false, columns: {reference: 1, amount: {column: 3, as: minor_units}, currency: {fixed: JPY}, status: {fixed: paid}}}}");
    assertThat(file.rows("R-1,x,500\nR-2,x,501\n")).hasSize(2);
    assertThat(file.refusal("R-1,x\n")).contains("'column 3' is missing");
    assertThat(file.refusal("R-1,x,500\nR-2,x,500.5\n")).contains("minor units");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"NOTPROVIDED", "notprovided", "NOT PROVIDED", "NONREF", "N/A", "-", "000"})
  void what_says_that_there_is_no_reference_is_none(String text) throws ReportRefusedException {
    ReportRow row = csv("").rows(HEAD + text + ",,1.00,KES,paid,\n").getFirst();
    assertThat(row.reference()).isEmpty();
    assertThat(row.kind()).as("money that nothing explains").isEqualTo(Kind.OTHER);
  }

  @Test
  void a_status_that_nobody_has_listed_is_no_outcome_and_is_flagged()
      throws ReportRefusedException {
    ReportRow row = csv("").rows(HEAD + ROW.replace("paid", "Settled!")).getFirst();
    assertThat(row.statement().status()).isEqualTo(ProviderStatus.PROCESSING);
    assertThat(row.flaw()).hasValueSatisfying(flaw -> assertThat(flaw).contains("not listed"));
  }

  @Test
  void m_16_a_plain_date_is_the_end_of_that_day_in_the_zone_of_the_report()
      throws ReportRefusedException {
    ReportRow row =
        csv("dates: dd.MM.yyyy")
            .rows(HEAD + ROW.replace("2026-11-30T10:00:00Z", "30.11.2026"))
            .getFirst();
    assertThat(row.settledAt()).contains(Instant.parse("2026-11-30T20:59:59.999999Z"));
  }

  @Test
  void m_17_a_day_that_does_not_exist_is_flagged_and_loses_neither_row_nor_file()
      throws ReportRefusedException {
    List<ReportRow> rows =
        csv("dates: dd.MM.yyyy HH:mm")
            .rows(
                HEAD
                    + ROW.replace("2026-11-30T10:00:00Z", "30.02.2026 10:00")
                    + ROW.replace("2026-11-30T10:00:00Z", "28.02.2026 10:00"));
    assertThat(rows.getFirst().settledAt()).isEmpty();
    assertThat(rows.getFirst().flaw())
        .hasValueSatisfying(flaw -> assertThat(flaw).contains("calendar"));
    assertThat(rows.getLast().settledAt()).contains(Instant.parse("2026-02-28T07:00:00Z"));
  }

  @Test
  void balances_before_the_header_prove_the_rows() throws ReportRefusedException {
    ReportFile file =
        ReportFile.of(
            """
            {csv: {skip: 2, outgoing: negative, columns: {reference: Ref, amount: Amount, currency: {fixed: KES}, status: {fixed: paid}},
              totals: [{line: 1, column: 2, equals: opening, sums: Amount}, {line: 2, column: 2, equals: closing, sums: Amount}]}}
            """);
    String rows = "Ref,Amount\nR-1,-20.00\nR-2,-30.50\n";
    ReportFacts facts = file.facts("Opening,100.00\nClosing,49.50\n" + rows);
    assertThat(facts.proofs()).containsExactly(Proof.BALANCES);
    assertThat(facts.parts().getFirst().closing().orElseThrow()).isEqualByComparingTo("49.50");
    assertThat(file.refusal("Opening,100.00\nClosing,49.51\n" + rows)).contains("49.51");
  }
}
