// A report of statuses tells of each transaction that it names, or of all of them together.
package dev.semel.provider.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.Money;
import dev.semel.domain.ProviderStatus;
import dev.semel.provider.ReportRefusedException;
import dev.semel.provider.ReportRow;
import dev.semel.provider.ReportRow.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaymentStatusParserTest {
  private static final ReportFile PAIN = ReportFile.of("{pain002: {}}");

  private static String document(String inside) {
    return "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:pain.002.001.03\"><CstmrPmtStsRpt>"
        + "<GrpHdr><MsgId>M-1</MsgId><CreDtTm>2026-12-01T02:00:00Z</CreDtTm></GrpHdr>"
        + inside
        + "</CstmrPmtStsRpt></Document>";
  }

  private static String transaction(String reference, String status) {
    return "<OrgnlPmtInfAndSts><OrgnlPmtInfId>B-1</OrgnlPmtInfId><TxInfAndSts><OrgnlInstrId>I-1</OrgnlInstrId>"
        + "<OrgnlEndToEndId>"
        + reference
        + "</OrgnlEndToEndId><TxSts>"
        + status
        + "</TxSts><StsRsnInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Closed account</AddtlInf></StsRsnInf>"
        + "<OrgnlTxRef><Amt><InstdAmt Ccy=\"EUR\">12.50</InstdAmt></Amt></OrgnlTxRef></TxInfAndSts></OrgnlPmtInfAndSts>";
  }

  @ParameterizedTest
  @CsvSource({
    "ACCC, PAID",
    "ACSC, PROCESSING",
    "ACSP, PROCESSING",
    "PDNG, PROCESSING",
    "RJCT, FAILED",
    "CANC, CANCELLED",
    "XXXX, PROCESSING"
  })
  void a_code_means_what_the_standard_says_and_never_more(String code, ProviderStatus status)
      throws ReportRefusedException {
    ReportRow row = PAIN.rows(document(transaction("R-1", code))).getFirst();
    assertThat(row.reference()).contains("R-1");
    assertThat(row.names()).containsExactly("I-1");
    assertThat(row.statement().status()).isEqualTo(status);
    assertThat(row.statement().money()).contains(Money.of("12.50", "EUR"));
    assertThat(row.statement().code()).contains("AC04");
    assertThat(row.flaw().isPresent()).isEqualTo(code.equals("XXXX"));
  }

  @Test
  void a_message_that_is_refused_as_a_whole_is_one_row_of_all_its_payments()
      throws ReportRefusedException {
    List<ReportRow> rows =
        PAIN.rows(
            document(
                "<OrgnlGrpInfAndSts><OrgnlMsgId>ORDER-1</OrgnlMsgId><OrgnlNbOfTxs>17</OrgnlNbOfTxs><GrpSts>RJCT</GrpSts></OrgnlGrpInfAndSts>"));
    assertThat(rows).hasSize(1);
    assertThat(rows.getFirst().kind()).isEqualTo(Kind.BATCH);
    assertThat(rows.getFirst().batch().orElseThrow().id()).contains("ORDER-1");
    assertThat(rows.getFirst().batch().orElseThrow().count()).hasValue(17);
    assertThat(rows.getFirst().statement().status()).isEqualTo(ProviderStatus.FAILED);
  }

  @Test
  void a_report_that_tells_of_nothing_or_leaves_a_status_out_is_refused() {
    assertThat(PAIN.refusal(document(""))).contains("tells of nothing");
    assertThat(PAIN.refusal(document(transaction("R-1", "")))).contains("TxSts");
    assertThat(PAIN.refusal(document(transaction("R-1", "RJCT")).replace("pain.002", "pain.001")))
        .contains("pain.001");
  }

  @Test
  void debits_as_they_are_booked_are_read_like_those_of_a_statement()
      throws ReportRefusedException {
    String notification =
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.054.001.08\"><BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>M</MsgId></GrpHdr><Ntfctn><Id>N-1</Id>"
            + Camt.debit("100.00", Camt.details(Camt.detail("R-1", "")))
            + "</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>";
    ReportRow row = ReportFile.of("{camt054: {}}").rows(notification).getFirst();
    assertThat(row.kind()).isEqualTo(Kind.PAYOUT);
    assertThat(row.reference()).contains("R-1");
    assertThat(ReportFile.of("{camt053: {}}").refusal(notification)).contains("camt.054");
  }
}
