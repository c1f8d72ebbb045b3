// JSON is read row by row, exactly, and refused as a whole where it is not as promised.
package dev.semel.provider.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.Money;
import dev.semel.provider.ReportFacts;
import dev.semel.provider.ReportFacts.Page;
import dev.semel.provider.ReportFacts.Proof;
import dev.semel.provider.ReportRefusedException;
import dev.semel.provider.ReportRow;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonRowsTest {
  private static final String READ =
      "read: {reference: /ref, id: {at: /id, optional: true}, amount: /amount, currency: /ccy, status: /status, settled_at: {at: /at, optional: true}}";
  private static final String ROW =
      "{'ref':'R-1','id':8838840643388017390,'amount':90071992547409.93,'ccy':'KES','status':'paid','at':'2026-11-30T10:00:00Z'}";

  private static ReportFile json(String more) {
    return ReportFile.of(
        "{json: {rows: /rows, " + READ + (more.isEmpty() ? "" : ", ") + more + "}}");
  }

  private static String text(String json) {
    return json.replace('\'', '"');
  }

  private static String report(String... rows) {
    return text("{'head':{'n':1},'rows':[" + String.join(",", rows) + "],'tail':[[{}]]}");
  }

  @Test
  void m_06_numbers_of_any_length_are_read_exactly() throws ReportRefusedException {
    ReportRow row = json("").rows(report(ROW)).getFirst();
    assertThat(row.statement().providerPayoutId()).contains("8838840643388017390");
    assertThat(row.statement().money()).contains(Money.of("90071992547409.93", "KES"));
    assertThat(row.place().name()).isEqualTo("/rows/0");
  }

  @Test
  void r_23_an_empty_array_is_an_empty_report_and_not_a_missing_one()
      throws ReportRefusedException {
    assertThat(json("").facts(report()).rows()).isZero();
    assertThat(ReportFile.of("{json: {rows: \"\", " + READ + "}}").facts("[]").rows()).isZero();
    assertThat(json("").refusal("")).contains("empty");
    assertThat(json("").refusal("{}")).contains("no rows at '/rows'");
    assertThat(json("").refusal(text("{'rows':null}"))).contains("nothing where");
    assertThat(json("").refusal(text("{'rows':{}}"))).contains("nothing where");
    assertThat(json("").refusal(text("{'error':'no such report'}"))).contains("another shape");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'rows':[ROW                        | cut",
        "{'rows':[ROW,                       | cut",
        "{'rows':[ROW]                       | cut",
        "{'rows':[ROW]}{}                    | follows",
        "{'rows':[ROW]},                     | no JSON",
        "{'rows':[ROW],'rows':[]}            | twice",
        "{'rows':[{'ref':'R','ref':'S'}]}    | twice",
        "{'rows':[ROW,{}]}                   | /rows/1",
        "{'rows':[ROW,7]}                    | /rows/1",
        "<html>                              | no JSON",
      })
  void what_is_cut_doubled_or_no_json_refuses_the_report(String json, String words) {
    assertThat(json("").refusal(text(json.replace("ROW", ROW)))).contains(words);
  }

  @Test
  void counts_and_sums_beside_the_rows_prove_them_wherever_they_stand()
      throws ReportRefusedException {
    String proven = "totals: [{at: /n, equals: count}, {at: /sums, equals: sum, by: currency}]";
    String one = "{'ref':'R-1','amount':'1.50','ccy':'KES','status':'paid'}";
    String two = "{'ref':'R-2','amount':'500','ccy':'JPY','status':'paid'}";
    String rows = "'rows':[" + one + "," + two + "]";
    String told = "{'n':2," + rows + ",'sums':{'KES':'1.5','JPY':500}}";
    assertThat(json(proven).facts(text(told)).proofs())
        .containsExactlyInAnyOrder(Proof.COUNTS, Proof.SUMS);
    assertThat(json(proven).refusal(text(told.replace("'n':2", "'n':3"))))
        .contains("(/n)")
        .contains("rows are 2");
    assertThat(json(proven).refusal(text(told.replace("'1.5'", "1.51")))).contains("/sums/KES");
    assertThat(json(proven).refusal(text(told.replace(",'JPY':500", "")))).contains("/sums/JPY");
    assertThat(json(proven).refusal(text(told.replace("500}}", "500,'UGX':7}}"))))
        .contains("/sums/UGX");
    assertThat(json(proven).refusal(text("{" + rows + ",'sums':{'KES':1.5,'JPY':500}}")))
        .contains("/n")
        .contains("missing");
    assertThat(
            json("totals: [{at: /sum, equals: sum}]").refusal(text("{" + rows + ",'sum':501.5}")))
        .contains("several currencies");
    assertThat(
            json("totals: [{at: /sum, equals: sum, as: minor_units}]")
                .facts(text("{'rows':[" + one + "],'sum':150}"))
                .proofs())
        .containsExactly(Proof.SUMS);
  }

  @Test
  void pages_periods_and_numbers_are_told_as_facts() throws ReportRefusedException {
    ReportFile file =
        json("facts: {id: /id, sequence: /seq, page: /p/page, pages: /p/of, from: /from, to: /to}");
    ReportFacts facts =
        file.facts(
            text(
                "{'id':'S-1','seq':7,'p':{'page':2,'of':3},'from':'2026-11-30','to':'2026-11-30','rows':[]}"));
    assertThat(facts.id()).contains("S-1");
    assertThat(facts.page()).contains(new Page(2, false));
    assertThat(facts.lacksPages()).isTrue();
    assertThat(facts.parts().getFirst().sequence()).contains(7L);
    assertThat(facts.parts().getFirst().from()).contains(Instant.parse("2026-11-29T21:00:00Z"));
    assertThat(file.facts(text("{'p':{'page':1,'of':1},'rows':[]}")).lacksPages()).isFalse();
    assertThat(json("facts: {more: /more}").facts(text("{'rows':[],'more':true}")).lacksPages())
        .isTrue();
    assertThat(json("facts: {more: /more}").facts(text("{'rows':[],'more':false}")).lacksPages())
        .isFalse();
  }

  @Test
  void rows_of_several_kinds_are_told_apart() throws ReportRefusedException {
    ReportFile file =
        json("records: {at: /type, kinds: {payout: [payout], return: [refund], ignore: [topup]}}");
    String row = "{'type':'TYPE','ref':'R-1','amount':'1.50','ccy':'KES','status':'paid'}";
    List<ReportRow> rows =
        file.rows(
            report(
                row.replace("TYPE", "payout"), row.replace("TYPE", "refund"), "{'type':'topup'}"));
    assertThat(rows)
        .extracting(ReportRow::kind)
        .containsExactly(ReportRow.Kind.PAYOUT, ReportRow.Kind.RETURN);
    assertThat(file.refusal(report(row.replace("TYPE", "loan")))).contains("kind of row");
  }

  @Test
  void nothing_is_so_large_or_deep_that_it_fills_the_memory() {
    String members = String.join(",", Collections.nCopies(30_000, "1"));
    assertThat(json("").refusal(report("{'x':[" + members + "]}"))).contains("larger");
    assertThat(json("").refusal(report("{'x':'" + "y".repeat(70_000) + "'}"))).contains("larger");
    assertThat(json("").refusal(report("{'x':" + "9".repeat(500) + "}"))).contains("larger");
    assertThat(json("").refusal("[".repeat(100))).contains("deeper");
  }
}
