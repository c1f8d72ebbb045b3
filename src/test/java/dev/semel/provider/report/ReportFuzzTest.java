// Whatever is done to a report: it is read whole, or refused whole.
package dev.semel.provider.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.ReportFacts;
import dev.semel.provider.ReportRefusedException;
import dev.semel.provider.ReportRow;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * {@code -Dfuzz.reports.edits=100000} makes more edits, {@code -Dfuzz.reports.seed=N} the same ones
 * again.
 */
class ReportFuzzTest {
  private static final Duration LONGEST = Duration.ofSeconds(10);
  private static final int MANY = 120_000;

  /** A report as it is sent, and how its partner's file declares it. */
  private record Shape(String name, ReportFormat format, byte[] report) {
    static Shape of(String name, String format, String report) {
      return new Shape(
          name, ReportFile.format(format), report.getBytes(StandardCharsets.ISO_8859_1));
    }
  }

  private static final String COLUMNS =
      "columns: {reference: Ref, id: {column: Id, optional: true}, amount: Amount, currency: Ccy, status: Status, settled_at: {column: At, optional: true}}";

  private static final String CSV =
      """
      Ref,Id,Amount,Ccy,Status,At
      R-1,p1,125.50,KES,paid,2026-11-30T10:00:00Z
      "R-2",p2,99.00,KES,failed,
      R-3,,7,JPY,paid,2026-11-30T23:59:59+03:00
      """;

  private static final String SETTLEMENT =
      """
      Settlement;S-77
      Records;3
      Type;Ref;Amount;Date;Net;Fee
      Payout;R-1;1.000,00;30.11.2026;998,00;2,00-
      Fee;F-1;2,50;30.11.2026;2,50;
      ;;;;;
      Payout;R-2;234,50;30.11.2026;234,50;
      TOTAL;;1.234,50;;;
      """;

  private static final String JSON =
      """
      {"id":"S-1","page":1,"pages":1,"count":2,"totals":{"KES":"140.50","JPY":500},
       "rows":[{"ref":"R-1","id":1,"amount":"140.50","ccy":"KES","status":"paid","at":"2026-11-30T10:00:00Z"},
               {"ref":"R-2","amount":500,"ccy":"JPY","status":"failed"}]}
      """;

  private static final String CAMT =
      Camt.document(
          "08",
          Camt.statement(
                  "363.44",
                  Camt.debit(
                          "526.00",
                          Camt.details(
                              Camt.detail(
                                  "R-1",
                                  Camt.own("500.00")
                                      + "<Chrgs><Rcrd><Amt Ccy=\"EUR\">26.00</Amt></Rcrd></Chrgs><RmtInf><Ustrd>Payout &amp; more</Ustrd></RmtInf>")))
                      + Camt.debit(
                          "210.56",
                          "<NtryDtls><Btch><PmtInfId>B-1</PmtInfId><NbOfTxs>2</NbOfTxs></Btch>"
                              + Camt.detail("R-2", Camt.own("110.56"))
                              + Camt.detail("R-3", Camt.own("100"))
                              + "</NtryDtls>")
                      + Camt.credit(
                          "100.00",
                          "<RvslInd>true</RvslInd>",
                          Camt.details(Camt.detail("R-4", ""))))
              .replace("<Ntry>", "<!-- --><Ntry>"));

  private static final String MT940 =
      """
      :20:STARTUMSE
      :25:12345678/1020304050
      :28C:00334/001
      :60F:C261129EUR1200,00
      :61:2611301130DR100,00NTRFR-1//BANK-1
      :86:177?00UEBERWEISUNG?20EREF+R-1?21SVWZ+Payout
      :61:2611301130RD40,00NTRFR-2
      :62F:C261130EUR1140,00
      -
      """;

  private static final String PAIN =
      "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:pain.002.001.10\"><CstmrPmtStsRpt><GrpHdr><MsgId>M-1</MsgId></GrpHdr>"
          + "<OrgnlGrpInfAndSts><OrgnlMsgId>O-1</OrgnlMsgId><GrpSts>PART</GrpSts></OrgnlGrpInfAndSts>"
          + "<OrgnlPmtInfAndSts><TxInfAndSts><OrgnlEndToEndId>R-1</OrgnlEndToEndId><TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf>"
          + "<OrgnlTxRef><Amt><InstdAmt Ccy=\"EUR\">1.50</InstdAmt></Amt></OrgnlTxRef></TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>";

  private static final List<Shape> SHAPES =
      List.of(
          Shape.of("csv", "{csv: {" + COLUMNS + "}}", CSV),
          Shape.of("csv once", "{csv: {once: Ref, strict: true, " + COLUMNS + "}}", CSV),
          Shape.of(
              "csv latin", "{csv: {charset: windows-1252, quote: none, " + COLUMNS + "}}", CSV),
          Shape.of("csv utf-16", "{csv: {charset: UTF-16LE, " + COLUMNS + "}}", CSV),
          Shape.of(
              "settlement",
              """
              {csv: {delimiter: ;, decimal: ",", thousands: ".", minus: [trailing], dates: dd.MM.yyyy, skip: 2,
                columns: {reference: Ref, amount: Amount, currency: {fixed: KES}, status: {fixed: paid}, settled_at: Date},
                records: {column: Type, kinds: {payout: [Payout], fee: [Fee], total: [TOTAL]}},
                totals: [{column: Amount, equals: sum, of: [payout]}, {line: 2, column: 2, equals: count}],
                adds_up: [{column: Net, of: [Amount, Fee]}], facts: {id: {line: 1, column: 2}}}}
              """,
              SETTLEMENT),
          Shape.of(
              "json",
              "{json: {rows: /rows, read: {reference: /ref, id: {at: /id, optional: true}, amount: /amount, currency: /ccy, status: /status, settled_at: {at: /at, optional: true}}, totals: [{at: /count, equals: count}, {at: /totals, equals: sum, by: currency}], facts: {id: /id, page: /page, pages: /pages}}}",
              JSON),
          Shape.of("camt053", "{camt053: {}}", CAMT),
          Shape.of(
              "camt053 instructed", "{camt053: {amount: instructed, balances: required}}", CAMT),
          Shape.of("camt054", "{camt054: {id: [account_servicer_reference]}}", CAMT),
          Shape.of("mt940", "{mt940: {}}", MT940),
          Shape.of("pain002", "{pain002: {}}", PAIN));

  private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);

  private enum Outcome {
    WHOLE,
    REFUSED
  }

  @Test
  void an_edited_report_is_read_whole_or_refused_whole() {
    judge(Integer.getInteger("fuzz.reports.edits", 6_000));
  }

  @Test
  @Tag("long")
  void a_hundred_thousand_edited_reports_are_read_whole_or_refused_whole() {
    judge(MANY);
  }

  private void judge(int edits) {
    long seed = Long.getLong("fuzz.reports.seed", System.nanoTime());
    Random random = new Random(seed);
    List<byte[]> all = SHAPES.stream().map(Shape::report).toList();
    ReportEdits editor = new ReportEdits(random, all);
    for (int i = 0; i < edits; i++) {
      Shape shape = SHAPES.get(i % SHAPES.size());
      byte[] edited = editor.edited(shape.report());
      try {
        judge(shape, edited);
      } catch (Exception | AssertionError | StackOverflowError | OutOfMemoryError e) {
        throw new AssertionError(
            "seed %d, edit %d of %s:%n%s"
                .formatted(seed, i, shape.name(), Base64.getEncoder().encodeToString(edited)),
            e);
      }
    }
    assertThat(outcomes.keySet())
        .as("of %d edits of seed %d", edits, seed)
        .containsExactlyInAnyOrder(Outcome.values());
  }

  private void judge(Shape shape, byte[] edited) throws Exception {
    long began = System.nanoTime();
    ReadRows rows = new ReadRows();
    try {
      ReportFacts facts =
          new ReportReader(shape.format()).read(new ByteArrayInputStream(edited), rows);
      assertThat(facts.rows()).isEqualTo(rows.rows().size());
      assertThat(rows.discarded()).isFalse();
      rows.rows().forEach(ReportFuzzTest::assertSound);
      outcomes.merge(Outcome.WHOLE, 1, Integer::sum);
    } catch (ReportRefusedException e) {
      assertThat(e.getMessage()).isNotBlank();
      assertThat(rows.discarded()).isTrue();
      assertThat(rows.rows()).isEmpty();
      outcomes.merge(Outcome.REFUSED, 1, Integer::sum);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(LONGEST);
  }

  /** What the database would take. */
  private static void assertSound(ReportRow row) {
    boolean ofPayout = row.kind() == ReportRow.Kind.PAYOUT || row.kind() == ReportRow.Kind.RETURN;
    if (ofPayout) {
      assertThat(row.reference().or(() -> row.statement().providerPayoutId())).isPresent();
      row.statement()
          .money()
          .ifPresent(money -> assertThat(money.amount().signum()).isNotNegative());
    }
    row.reference().ifPresent(name -> assertThat(name).isNotBlank().doesNotContain("\u0000"));
    row.statement()
        .money()
        .ifPresent(
            money ->
                assertThat(money.amount().precision() - money.amount().scale()).isLessThan(21));
  }
}
