// MT940 becomes rows, and proves itself by its balances.
package dev.semel.provider.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.Money;
import dev.semel.provider.ReportFacts;
import dev.semel.provider.ReportFacts.Page;
import dev.semel.provider.ReportPart;
import dev.semel.provider.ReportRefusedException;
import dev.semel.provider.ReportRow;
import dev.semel.provider.ReportRow.Kind;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Mt940ParserTest {
  private static final ReportFile MT940 = ReportFile.of("{mt940: {}}");

  private static final String STATEMENT =
      """
      :20:STARTUMSE
      :25:12345678/1020304050
      :28C:00334/001
      :60F:C261129EUR1200,00
      :61:2611301130DR100,00NTRFR-CUT-TO-SIXTEEN//BANK-1
      :86:177?00UEBERWEISUNG?20EREF+06F1Z8X3K7V2M4Q9T5?21W0C8B1NG-1SVWZ+Payout?30BANKDEFF
      :61:2611301130RD40,00NTRFR-2
      :61:2611301130DR6,00NCHGNONREF
      :86:805?00ENTGELTABSCHLUSS?20Pauschalen
      :61:2611301130C0,50NMSCNONREF
      :62F:C261130EUR1134,50
      -
      """;

  @Test
  void debits_returns_fees_and_other_money_are_told_apart() throws ReportRefusedException {
    ReadRows read = MT940.read(STATEMENT.getBytes(StandardCharsets.ISO_8859_1));
    List<ReportRow> rows = read.rows();
    assertThat(rows)
        .extracting(ReportRow::kind)
        .containsExactly(Kind.PAYOUT, Kind.RETURN, Kind.FEE, Kind.OTHER);
    ReportRow payout = rows.getFirst();
    assertThat(payout.reference()).contains("06F1Z8X3K7V2M4Q9T5W0C8B1NG-1");
    assertThat(payout.names()).containsExactly("R-CUT-TO-SIXTEEN", "BANK-1");
    assertThat(payout.statement().money()).contains(Money.of("100.00", "EUR"));
    assertThat(payout.settledAt()).contains(Instant.parse("2026-11-30T20:59:59.999999Z"));
    assertThat(rows.get(1).reference()).contains("R-2");
    assertThat(rows.get(2).statement().money()).contains(Money.of("-6.00", "EUR"));
    ReportPart part = read.facts().orElseThrow().parts().getFirst();
    assertThat(part.sequence()).contains(334L);
    assertThat(part.account()).contains("12345678/1020304050");
    assertThat(part.closing().orElseThrow()).isEqualByComparingTo("1134.50");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1134,50           | 1134,51             | closing balance is 1134.51",
        "DR100,00          | CR100,00            | missing or changed",
        ":60F:C261129EUR   | :60F:C261129USD     | closing balance has no opening one",
        ":62F:C261130EUR1134,50 | :64:C261130EUR1134,50 | lacks a balance",
        "DR100,00          | DR100.00            | no entry as MT940",
        "DR100,00          | XR100,00            | no entry as MT940",
        "DR100,00          | DR100,005           | more decimals",
        ":28C:00334/001    | :28C:x              | number of a statement",
        ":20:STARTUMSE     | STARTUMSE           | no field",
        ":20:STARTUMSE     | :21:STARTUMSE       | before the first statement",
      })
  void what_does_not_fit_refuses_the_file(String from, String to, String words) {
    assertThat(MT940.refusal(STATEMENT.replace(from, to))).contains(words);
  }

  @Test
  void m_17_the_thirtieth_of_february_is_flagged_and_the_file_is_read()
      throws ReportRefusedException {
    String february =
        """

        :20:STARTUMSE
        :25:12345678/1020304050
        :28C:00000/001
        :60F:C160229EUR1200,00
        :61:1602300301DR6,00N024NONREF
        :86:805?00ENTGELTABSCHLUSS?106666?20Pauschalen?3012345678?1122334
        45566
        :62F:C160301EUR1194,00
        -
        """;
    ReadRows read = MT940.read(february.getBytes(StandardCharsets.ISO_8859_1));
    ReportRow row = read.rows().getFirst();
    assertThat(row.settledAt()).isEmpty();
    assertThat(row.flaw()).hasValueSatisfying(flaw -> assertThat(flaw).contains("calendar"));
    assertThat(read.facts().orElseThrow().parts().getFirst().sequence())
        .as("zero is no number of a statement")
        .isEmpty();
  }

  @Test
  void blocks_of_swift_and_several_statements_are_read() throws ReportRefusedException {
    String two =
        "{1:F01BANKDEFFXXXX0000000000}{2:O9400000}{4:\r\n"
            + STATEMENT.replace("\n", "\r\n").replace("\r\n-\r\n", "\r\n-}{5:}\r\n")
            + STATEMENT.replace("\n", "\r\n");
    ReportFacts facts = MT940.facts(two);
    assertThat(facts.parts()).hasSize(2);
    assertThat(facts.rows()).isEqualTo(8);
  }

  @Test
  void pages_lead_from_one_to_the_next_and_all_of_them_have_to_be_there()
      throws ReportRefusedException {
    String first = STATEMENT.replace(":62F:", ":62M:");
    ReportFacts alone = MT940.facts(first);
    assertThat(alone.parts().getFirst().page()).contains(new Page(1, false));
    assertThat(alone.lacksPages()).isTrue();
    String second =
        ":20:STARTUMSE\n:25:12345678/1020304050\n:28C:00334/002\n:60M:C261130EUR1134,50\n:62F:C261130EUR1134,50\n-\n";
    assertThat(MT940.facts(first + second).lacksPages()).isFalse();
    assertThat(MT940.facts(second).lacksPages()).isTrue();
  }

  @Test
  void a_file_that_is_cut_anywhere_before_its_closing_balance_is_refused() {
    int end = STATEMENT.indexOf("1134,50\n-");
    for (int cut = 0; cut < end; cut += 3) {
      assertThat(MT940.refusal(STATEMENT.substring(0, cut))).isNotBlank();
    }
  }
}
