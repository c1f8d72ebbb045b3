// Statements of ISO 20022 become rows, one for each payout, or are refused as a whole.
package dev.semel.provider.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.Money;
import dev.semel.domain.ProviderStatus;
import dev.semel.provider.ReportFacts;
import dev.semel.provider.ReportFacts.Page;
import dev.semel.provider.ReportFacts.Proof;
import dev.semel.provider.ReportPart;
import dev.semel.provider.ReportRefusedException;
import dev.semel.provider.ReportRow;
import dev.semel.provider.ReportRow.Kind;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CamtParserTest {
  private static final ReportFile CAMT = ReportFile.of("{camt053: {}}");
  private static final String ONE =
      Camt.debit("100.00", Camt.details(Camt.detail("R-1", Camt.own("100.00"))));

  private static List<ReportRow> rows(String closing, String entries)
      throws ReportRefusedException {
    return CAMT.rows(Camt.document("02", Camt.statement(closing, entries)));
  }

  private static String refusal(String closing, String entries) {
    return CAMT.refusal(Camt.document("02", Camt.statement(closing, entries)));
  }

  private static Money euros(String amount) {
    return Money.of(amount, "EUR");
  }

  private static Money moneyOf(ReportRow row) {
    return row.statement().money().orElseThrow();
  }

  @Test
  void a_booked_debit_is_a_payout_and_the_statement_tells_of_itself()
      throws ReportRefusedException {
    ReadRows read =
        CAMT.read(
            Camt.document("02", Camt.statement("900.00", ONE))
                .getBytes(java.nio.charset.StandardCharsets.UTF_8));
    ReportRow row = read.rows().getFirst();
    assertThat(row.kind()).isEqualTo(Kind.PAYOUT);
    assertThat(row.reference()).contains("R-1");
    assertThat(row.statement().status()).isEqualTo(ProviderStatus.PAID);
    assertThat(row.statement().providerPayoutId())
        .as("what the bank calls it is not what the partner's answers call it")
        .isEmpty();
    assertThat(row.settledAt()).contains(Instant.parse("2026-11-30T20:59:59.999999Z"));
    ReportFacts facts = read.facts().orElseThrow();
    assertThat(facts.id()).contains("M-1");
    assertThat(facts.proofs()).containsExactly(Proof.BALANCES);
    ReportPart part = facts.parts().getFirst();
    assertThat(part.id()).contains("S-1");
    assertThat(part.account()).contains("NL00BANK0123456789");
    assertThat(part.sequence()).contains(334L);
    assertThat(part.from()).contains(Instant.parse("2026-11-29T21:00:00Z"));
    assertThat(part.opening().orElseThrow()).isEqualByComparingTo("1000");
    assertThat(part.closing().orElseThrow()).isEqualByComparingTo("900");
    assertThat(part.booked().orElseThrow()).isEqualByComparingTo(new BigDecimal("-100"));
  }

  @Test
  void opening_and_entries_have_to_make_the_closing_balance() {
    assertThat(refusal("900.01", ONE)).contains("1000.00").contains("900.00").contains("900.01");
    assertThat(refusal("800.00", ONE)).contains("missing or changed");
  }

  @Test
  void an_overdrawn_account_adds_up_too() throws ReportRefusedException {
    String entry = Camt.debit("1500.00", Camt.details(Camt.detail("R-1", "")));
    assertThat(rows("-500.00", entry)).hasSize(1);
  }

  @Test
  void r_16_three_transactions_of_one_entry_are_three_rows() throws ReportRefusedException {
    String entry =
        Camt.debit(
            "60.00",
            Camt.details(
                Camt.detail("R-1", Camt.own("10.00")),
                Camt.detail("R-2", Camt.own("20.00")),
                Camt.detail("R-3", Camt.own("30.00"))));
    assertThat(rows("940.00", entry))
        .extracting(row -> row.reference().orElseThrow())
        .containsExactly("R-1", "R-2", "R-3");
  }

  @Test
  void r_17_each_transaction_has_its_own_amount_and_they_add_up() throws ReportRefusedException {
    String entry =
        Camt.debit(
            "429.56",
            Camt.details(
                Camt.detail("R-1", Camt.own("329.56")), Camt.detail("R-2", Camt.own("100"))));
    assertThat(rows("570.44", entry))
        .extracting(CamtParserTest::moneyOf)
        .containsExactly(euros("329.56"), euros("100.00"));
    String wrong = entry.replace(">100<", ">101<");
    assertThat(refusal("570.44", wrong)).contains("430.56").contains("429.56");
  }

  @Test
  void r_17_transactions_without_amounts_are_one_row_and_never_each_the_total()
      throws ReportRefusedException {
    String entry =
        Camt.debit("429.56", Camt.details(Camt.detail("R-1", ""), Camt.detail("R-2", "")));
    List<ReportRow> rows = rows("570.44", entry);
    assertThat(rows).hasSize(1);
    assertThat(rows.getFirst().kind()).isEqualTo(Kind.BATCH);
    assertThat(rows.getFirst().batch().orElseThrow().count()).hasValue(2);
    assertThat(rows.getFirst().reference()).isEmpty();
    String mixed =
        Camt.debit(
            "429.56", Camt.details(Camt.detail("R-1", Camt.own("329.56")), Camt.detail("R-2", "")));
    assertThat(refusal("570.44", mixed)).contains("1 of its 2 transactions");
  }

  @Test
  void r_18_charges_inside_an_entry_are_a_fee_and_no_part_of_the_payout()
      throws ReportRefusedException {
    String charges =
        "<Chrgs><Rcrd><Amt Ccy=\"EUR\">26.00</Amt><CdtDbtInd>DBIT</CdtDbtInd></Rcrd></Chrgs>";
    for (String where : List.of("entry", "transaction", "older version")) {
      String of =
          where.equals("older version") ? "<Chrgs><Amt Ccy=\"EUR\">26.00</Amt></Chrgs>" : charges;
      String detail = Camt.detail("R-1", Camt.own("500.00") + (where.equals("entry") ? "" : of));
      String entry = Camt.debit("526.00", (where.equals("entry") ? of : "") + Camt.details(detail));
      List<ReportRow> rows = rows("474.00", entry);
      assertThat(rows).as(where).extracting(ReportRow::kind).containsExactly(Kind.PAYOUT, Kind.FEE);
      assertThat(moneyOf(rows.getFirst())).isEqualTo(euros("500.00"));
      assertThat(moneyOf(rows.getLast())).isEqualTo(euros("-26.00"));
    }
    String included =
        Camt.debit(
            "526.00",
            Camt.details(
                Camt.detail(
                    "R-1",
                    charges.replace(
                        "</CdtDbtInd>", "</CdtDbtInd><ChrgInclInd>true</ChrgInclInd>"))));
    assertThat(moneyOf(rows("474.00", included).getFirst())).isEqualTo(euros("500.00"));
  }

  @Test
  void r_20_statements_of_several_accounts_and_currencies_stay_apart()
      throws ReportRefusedException {
    String two =
        Camt.statement("S-1", "NL00BANK0000000001", "EUR", "1000.00", "900.00", ONE)
            + Camt.statement(
                "S-2",
                "NL00BANK0000000002",
                "USD",
                "0.00",
                "-100.00",
                ONE.replace("EUR", "USD").replace("R-1", "R-2"));
    ReadRows read =
        CAMT.read(Camt.document("04", two).getBytes(java.nio.charset.StandardCharsets.UTF_8));
    assertThat(read.rows()).extracting(ReportRow::part).containsExactly(0, 1);
    assertThat(read.facts().orElseThrow().parts())
        .extracting(part -> part.account().orElseThrow())
        .containsExactly("NL00BANK0000000001", "NL00BANK0000000002");
    assertThat(moneyOf(read.rows().getLast())).isEqualTo(Money.of("100.00", "USD"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12", "13"})
  void r_21_every_version_reads_the_same_with_and_without_a_prefix(String version)
      throws ReportRefusedException {
    String plain = Camt.document(version, Camt.statement("900.00", ONE));
    String coded = plain.replace("<Sts>BOOK</Sts>", "<Sts><Cd>BOOK</Cd></Sts>");
    String prefixed = plain.replaceAll("<(/?)([A-Z])", "<$1ns2:$2").replace("xmlns=", "xmlns:ns2=");
    List<ReportRow> rows = CAMT.rows(plain);
    assertThat(CAMT.rows(coded)).usingRecursiveComparison().ignoringFields("place").isEqualTo(rows);
    assertThat(CAMT.rows(prefixed))
        .usingRecursiveComparison()
        .ignoringFields("place")
        .isEqualTo(rows);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "camt.053.001.02 | camt.053.001.01 | version 001.01",
        "camt.053.001.02 | camt.053.001.99 | version 001.99",
        "camt.053.001.02 | camt.053.002.02 | version 002.02",
        "iso:20022       | iso:20023       | none of ISO 20022",
        "camt.053.001.02 | camt.052.001.02 | camt.052, the report within a day",
        "camt.053.001.02 | camt.054.001.02 | camt.054",
        "BkToCstmrStmt   | BkToCstmrAcctRpt | another message",
        "Document        | Dokument        | root is not Document",
      })
  void r_21_r_22_what_is_no_known_statement_is_refused_and_told(
      String from, String to, String words) {
    String changed = Camt.document("02", Camt.statement("900.00", ONE)).replace(from, to);
    assertThat(CAMT.refusal(changed)).contains(words);
  }

  @Test
  void r_22_a_message_without_a_statement_is_an_error_and_no_empty_day() {
    assertThat(CAMT.refusal(Camt.document("02", ""))).contains("no statement");
    assertThat(CAMT.refusal(Camt.document("02", "<Rpt><Id>1</Id></Rpt>"))).contains("no statement");
  }

  @Test
  void r_21_a_namespace_of_the_senders_own_is_taken_where_the_file_lists_it()
      throws ReportRefusedException {
    String austrian =
        Camt.document("02", Camt.statement("900.00", ONE))
            .replace(
                "urn:iso:std:iso:20022:tech:xsd:camt.053.001.02",
                "ISO:camt.053.001.02:APC:STUZZA:payments:003");
    assertThat(CAMT.refusal(austrian)).contains("namespaces");
    assertThat(
            ReportFile.of(
                    "{camt053: {namespaces: [\"ISO:camt.053.001.02:APC:STUZZA:payments:003\"]}}")
                .rows(austrian))
        .hasSize(1);
  }

  @Test
  void r_23_a_statement_with_balances_and_no_entries_is_an_empty_report()
      throws ReportRefusedException {
    ReportFacts facts = CAMT.facts(Camt.document("08", Camt.statement("1000.00", "")));
    assertThat(facts.rows()).isZero();
    assertThat(facts.proofs()).containsExactly(Proof.BALANCES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PDNG", "INFO", "FUTR"})
  void r_24_only_what_is_booked_settles(String status) throws ReportRefusedException {
    String announced = ONE.replace("BOOK", status).replace("R-1", "R-2");
    ReadRows read =
        CAMT.read(
            Camt.document("02", Camt.statement("900.00", announced + ONE))
                .getBytes(java.nio.charset.StandardCharsets.UTF_8));
    assertThat(read.rows()).extracting(row -> row.reference().orElseThrow()).containsExactly("R-1");
    ReportFacts facts = read.facts().orElseThrow();
    assertThat(facts.parts().getFirst().rows().pending()).isEqualTo(1);
    assertThat(facts.notes()).singleElement().asString().contains("not booked");
    assertThat(refusal("900.00", ONE.replace("BOOK", "DONE"))).contains("status");
  }

  @Test
  void r_26_a_batch_that_is_booked_as_one_sum_is_one_row_with_its_name_and_count()
      throws ReportRefusedException {
    String batch =
        Camt.debit(
            "475.74",
            "<NtryDtls><Btch><PmtInfId>B-77</PmtInfId><NbOfTxs>3</NbOfTxs></Btch></NtryDtls>");
    ReportRow row = rows("524.26", batch).getFirst();
    assertThat(row.kind()).isEqualTo(Kind.BATCH);
    assertThat(row.batch().orElseThrow().id()).contains("B-77");
    assertThat(row.batch().orElseThrow().count()).hasValue(3);
    assertThat(moneyOf(row)).isEqualTo(euros("-475.74"));
    String two =
        Camt.debit(
            "30.00",
            "<NtryDtls><Btch><PmtInfId>B-77</PmtInfId><NbOfTxs>3</NbOfTxs></Btch>"
                + Camt.detail("R-1", Camt.own("10.00"))
                + Camt.detail("R-2", Camt.own("20.00"))
                + "</NtryDtls>");
    assertThat(refusal("970.00", two)).contains("2 transactions").contains("3");
  }

  @Test
  void r_26_one_transaction_never_gets_the_amount_of_others_that_are_only_counted()
      throws ReportRefusedException {
    String counted = "<NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch></NtryDtls>";
    String named = "<NtryDtls>" + Camt.detail("R-1", "") + "</NtryDtls>";
    assertThat(refusal("970.00", Camt.debit("30.00", counted + named)))
        .contains("1 transactions")
        .contains("2 more");
    String ofOne = "<NtryDtls><Btch><NbOfTxs>1</NbOfTxs></Btch>" + Camt.detail("R-1", "");
    assertThat(moneyOf(rows("970.00", Camt.debit("30.00", ofOne + "</NtryDtls>")).getFirst()))
        .isEqualTo(euros("30.00"));
  }

  @Test
  void r_28_numbers_and_balances_are_told_so_that_a_gap_can_be_seen()
      throws ReportRefusedException {
    ReportPart part =
        CAMT.facts(Camt.document("02", Camt.statement("900.00", ONE))).parts().getFirst();
    assertThat(part.sequence()).contains(334L);
    assertThat(part.page()).isEmpty();
  }

  @Test
  void pages_of_a_statement_are_told_and_lead_from_one_balance_to_the_next()
      throws ReportRefusedException {
    String first =
        Camt.document(
            "08",
            Camt.statement("900.00", ONE)
                .replace(
                    "<Id>S-1</Id>",
                    "<Id>S-1</Id><StmtPgntn><PgNb>1</PgNb><LastPgInd>false</LastPgInd></StmtPgntn>")
                .replace("CLBD", "ITBD"));
    ReportFacts facts = CAMT.facts(first);
    assertThat(facts.parts().getFirst().page()).contains(new Page(1, false));
    assertThat(facts.parts().getFirst().closing().orElseThrow()).isEqualByComparingTo("900");
    assertThat(facts.lacksPages()).isTrue();
    assertThat(facts.proofs()).containsExactly(Proof.BALANCES);
    String middle = first.replace("OPBD", "ITBD").replace("<PgNb>1<", "<PgNb>2<");
    assertThat(CAMT.facts(middle).proofs()).containsExactly(Proof.BALANCES);
  }

  @Test
  void r_32_the_file_names_the_amount_and_the_first_one_found_is_never_taken()
      throws ReportRefusedException {
    String amounts =
        "<AmtDtls><InstdAmt><Amt Ccy=\"USD\">4500.00</Amt></InstdAmt><TxAmt><Amt Ccy=\"EUR\">4100.04</Amt></TxAmt>"
            + "<CntrValAmt><Amt Ccy=\"CHF\">3900.10</Amt></CntrValAmt><PrtryAmt><Tp>X</Tp><Amt Ccy=\"EUR\">0.03</Amt></PrtryAmt></AmtDtls>";
    String document =
        Camt.document(
            "02",
            Camt.statement(
                "-3100.04", Camt.debit("4100.04", Camt.details(Camt.detail("R-1", amounts)))));
    assertThat(moneyOf(CAMT.rows(document).getFirst())).isEqualTo(euros("4100.04"));
    assertThat(named("instructed", document)).isEqualTo(Money.of("4500.00", "USD"));
    assertThat(named("counter_value", document)).isEqualTo(Money.of("3900.10", "CHF"));
    assertThat(named("entry", document)).isEqualTo(euros("4100.04"));
    String without = document.replaceAll("<InstdAmt>.*</InstdAmt>", "");
    assertThat(ReportFile.of("{camt053: {amount: instructed}}").refusal(without))
        .contains("lacks the amount")
        .contains("INSTRUCTED");
    String shifted = document.replace("4100.04</Amt></TxAmt>", "0.04</Amt></TxAmt>");
    assertThat(CAMT.refusal(shifted)).contains("neither fits");
  }

  private static Money named(String amount, String document) throws ReportRefusedException {
    return moneyOf(ReportFile.of("{camt053: {amount: " + amount + "}}").rows(document).getFirst());
  }

  @Test
  void r_34_needless_zeros_are_none_and_a_fifth_of_a_cent_refuses_the_statement()
      throws ReportRefusedException {
    assertThat(moneyOf(rows("981.85", Camt.debit("18.15000", "")).getFirst()))
        .isEqualTo(euros("-18.15"));
    assertThat(refusal("981.85", Camt.debit("18.155", ""))).contains("more decimals than EUR");
  }

  @Test
  void r_36_a_credit_that_only_its_text_calls_a_return_is_told_as_money_that_nothing_explains()
      throws ReportRefusedException {
    String entry =
        Camt.credit(
            "100.00",
            "",
            Camt.details(
                Camt.detail(
                    "GBSXX21170607391766562", "<RmtInf><Ustrd>TERUGGAAF</Ustrd></RmtInf>")));
    ReportRow row = rows("1100.00", entry).getFirst();
    assertThat(row.kind()).isEqualTo(Kind.OTHER);
    assertThat(row.statement().message()).contains("TERUGGAAF");
    assertThat(moneyOf(row)).isEqualTo(euros("100.00"));
  }

  @Test
  void a_reversal_or_a_return_is_money_of_a_payout_that_came_back() throws ReportRefusedException {
    String reversed =
        Camt.credit("100.00", "<RvslInd>true</RvslInd>", Camt.details(Camt.detail("R-1", "")));
    String returned =
        Camt.credit(
            "100.00",
            "",
            Camt.details(Camt.detail("R-1", "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>")));
    for (String entry : List.of(reversed, returned)) {
      ReportRow row = rows("1100.00", entry).getFirst();
      assertThat(row.kind()).isEqualTo(Kind.RETURN);
      assertThat(row.statement().status()).isEqualTo(ProviderStatus.RETURNED);
      assertThat(moneyOf(row)).isEqualTo(euros("100.00"));
    }
    assertThat(rows("1100.00", returned).getFirst().statement().code()).contains("AC04");
    String notReversed =
        Camt.credit("100.00", "<RvslInd>false</RvslInd>", Camt.details(Camt.detail("R-1", "")));
    assertThat(rows("1100.00", notReversed).getFirst().kind()).isEqualTo(Kind.OTHER);
  }

  @Test
  void references_are_taken_in_the_order_of_their_trust() throws ReportRefusedException {
    String refs =
        "<TxDtls><Refs><MsgId>MSG</MsgId><AcctSvcrRef>BANK-9</AcctSvcrRef><InstrId>I-1</InstrId><EndToEndId>E-1</EndToEndId>"
            + "<TxId>T-1</TxId></Refs><RmtInf><Ustrd>please pay</Ustrd><Strd><CdtrRefInf><Ref>C-1</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>";
    ReportRow row = rows("900.00", Camt.debit("100.00", Camt.details(refs))).getFirst();
    assertThat(row.reference()).contains("E-1");
    assertThat(row.names()).containsExactly("I-1", "T-1", "C-1", "please pay");
    String nameless = refs.replace("E-1", "NOTPROVIDED");
    assertThat(rows("900.00", Camt.debit("100.00", Camt.details(nameless))).getFirst().reference())
        .contains("I-1");
    ReportFile other =
        ReportFile.of(
            "{camt053: {references: [creditor_reference, end_to_end_id], id: [account_servicer_reference]}}");
    ReportRow told =
        other
            .rows(
                Camt.document(
                    "02", Camt.statement("900.00", Camt.debit("100.00", Camt.details(refs)))))
            .getFirst();
    assertThat(told.reference()).contains("C-1");
    assertThat(told.statement().providerPayoutId()).contains("BANK-9");
  }

  @ParameterizedTest
  @ValueSource(strings = {"NOTPROVIDED", "Not Provided", "NONREF", "0", "-", "NICHT ANGEGEBEN"})
  void a_debit_that_names_nothing_is_money_that_nothing_explains(String none)
      throws ReportRefusedException {
    String entry = Camt.debit("100.00", Camt.details(Camt.detail(none, "")));
    ReportRow row = rows("900.00", entry).getFirst();
    assertThat(row.kind()).isEqualTo(Kind.OTHER);
    assertThat(row.reference()).isEmpty();
    assertThat(moneyOf(row)).isEqualTo(euros("-100.00"));
  }

  @Test
  void what_the_bank_takes_for_its_work_is_a_fee() throws ReportRefusedException {
    String entry = Camt.debit("6.00", "").replace("ESCT", "CHRG");
    assertThat(rows("994.00", entry).getFirst().kind()).isEqualTo(Kind.FEE);
  }

  @Test
  void numbers_and_sums_that_the_statement_tells_have_to_be_those_of_its_entries()
      throws ReportRefusedException {
    String summary =
        "<TxsSummry><TtlNtries><NbOfNtries>1</NbOfNtries><Sum>100.00</Sum></TtlNtries>"
            + "<TtlDbtNtries><NbOfNtries>1</NbOfNtries><Sum>100</Sum></TtlDbtNtries></TxsSummry>";
    assertThat(CAMT.facts(Camt.document("02", Camt.statement("900.00", summary + ONE))).proofs())
        .containsExactlyInAnyOrder(Proof.BALANCES, Proof.COUNTS, Proof.SUMS);
    assertThat(refusal("900.00", summary.replace("<NbOfNtries>1", "<NbOfNtries>35") + ONE))
        .contains("count");
    assertThat(refusal("900.00", summary.replace("100.00", "12714.00") + ONE)).contains("sum");
  }

  @Test
  void a_statement_without_its_balances_is_unproven_or_refused_where_they_are_promised()
      throws ReportRefusedException {
    String open =
        Camt.document("02", Camt.statement("900.00", ONE))
            .replace(Camt.balance("CLBD", "900.00", "EUR"), "");
    assertThat(CAMT.facts(open).proofs()).isEmpty();
    assertThat(ReportFile.of("{camt053: {balances: required}}").refusal(open)).contains("CLBD");
  }

  @Test
  void m_17_a_value_date_that_does_not_exist_is_flagged_and_the_statement_is_read()
      throws ReportRefusedException {
    String entry = ONE.replace("<ValDt><Dt>2026-11-30", "<ValDt><Dt>2026-02-30");
    ReportRow row = rows("900.00", entry).getFirst();
    assertThat(row.flaw()).hasValueSatisfying(flaw -> assertThat(flaw).contains("calendar"));
    assertThat(row.settledAt()).as("its booking date is sound").isPresent();
    assertThat(refusal("900.00", ONE.replace("<ValDt><Dt>2026-11-30", "<ValDt><Dt>soon")))
        .contains("no date");
  }

  @Test
  void m_18_nine_digits_of_a_second_and_no_zone_are_read_in_the_zone_of_the_file()
      throws ReportRefusedException {
    String statement =
        "<Stmt><Id>I38y0h4YyLnQiOV6P7nEd44r2</Id><CreDtTm>2025-07-24T06:10:29.000000000</CreDtTm>"
            + "<Acct><Id><IBAN>GB33BUKB20201555555555</IBAN></Id></Acct>"
            + "<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy=\"RON\">5442.09000</Amt>"
            + "<CdtDbtInd>CRDT</CdtDbtInd><Dt><DtTm>2025-07-23T00:00:00.000000000</DtTm></Dt></Bal></Stmt>";
    String document =
        Camt.document("02", statement)
            .replace("2026-12-01T02:00:00", "2025-07-24T06:10:29.000000000");
    ReportFacts facts = CAMT.facts(document);
    assertThat(facts.createdAt()).contains(Instant.parse("2025-07-24T03:10:29Z"));
    assertThat(facts.parts().getFirst().opening().orElseThrow()).isEqualByComparingTo("5442.09");
  }

  @Test
  void elements_of_other_namespaces_are_passed_over() throws ReportRefusedException {
    String extended =
        ONE.replace(
            "</NtryDtls>",
            "<x:Ntry xmlns:x=\"urn:bank\"><x:Amt Ccy=\"EUR\">9.00</x:Amt></x:Ntry></NtryDtls>");
    assertThat(rows("900.00", extended)).hasSize(1);
  }

  @Test
  void a_statement_that_is_cut_anywhere_is_refused() {
    String whole = Camt.document("02", Camt.statement("900.00", ONE)).stripTrailing();
    for (int end = 0; end < whole.length(); end += 7) {
      assertThat(CAMT.refusal(whole.substring(0, end))).isNotBlank();
    }
  }
}
