// The reports that are read to measure it.
package dev.semel.app.bench;

import dev.semel.provider.file.ProviderFileReader;
import dev.semel.provider.file.ProviderFileReading.Faulty;
import dev.semel.provider.file.ProviderFileReading.Sound;
import dev.semel.provider.report.ReportFormat;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** A report of many payouts in each format, written as a partner would. */
enum BenchReport {
  /** CSV with a count of its rows before the header. */
  CSV(
      "{csv: {skip: 1, totals: [{line: 1, column: 2, equals: count}], columns: {reference: Client Reference, id: Payout ID, amount: Amount, currency: Currency, status: Status, settled_at: Settled At}}}",
      "Records,%d\nClient Reference,Payout ID,Amount,Currency,Status,Settled At,Beneficiary\n",
      "06F1Z8X3K7V2M4Q9T%08d-1,po_%08d,%d.%02d,KES,paid,2026-11-30T10:00:00Z,\"Somebody, somewhere\"\n",
      ""),
  /** JSON with a count of its rows before them. */
  JSON(
      "{json: {rows: /rows, read: {reference: /client_reference, id: /id, amount: /amount, currency: /currency, status: /status, settled_at: /settled_at}, totals: [{at: /count, equals: count}]}}",
      "{\"count\":%d,\"rows\":[\n",
      "{\"client_reference\":\"06F1Z8X3K7V2M4Q9T%08d-1\",\"id\":\"po_%08d\",\"amount\":\"%d.%02d\",\"currency\":\"KES\",\"status\":\"paid\",\"settled_at\":\"2026-11-30T10:00:00Z\"},\n",
      "]}\n"),
  /** A statement of ISO 20022 with an entry for each payout. */
  CAMT053(
      "{camt053: {id: [transaction_id]}}",
      "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr><Stmt><Id>S</Id>"
          + "<TxsSummry><TtlNtries><NbOfNtries>%d</NbOfNtries></TtlNtries></TxsSummry>\n",
      "<Ntry><Amt Ccy=\"KES\">%3$d.%4$02d</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-30</Dt></BookgDt>"
          + "<NtryDtls><TxDtls><Refs><EndToEndId>06F1Z8X3K7V2M4Q9T%1$08d-1</EndToEndId><TxId>po_%2$08d</TxId></Refs></TxDtls></NtryDtls></Ntry>\n",
      "</Stmt></BkToCstmrStmt></Document>\n");

  private static final String PARTNER =
      """
      provider: bench
      title: Bench
      base_url: http://127.0.0.1:9
      serves: [{country: KE, currency: KES, methods: [bank_account], min: "1.00", max: "100000.00"}]
      idempotency: {kind: none}
      submit:
        request: {method: POST, path: /payouts, body: {reference: "${attempt.reference}"}}
        answers: [{when: {status: 201}, is: accepted}]
        read: {id: /id}
      lookup:
        request: {method: GET, path: /payouts, query: {reference: "${attempt.reference}"}}
        answers: [{when: {status: 404}, is: absent}, {when: {status: 200}, is: found}]
        read: {id: /id, status: /status}
      statuses: {paid: [paid]}
      report:
        time_zone: Africa/Nairobi
        fetch: {method: GET, path: /report}
      """;
  private static final int AMOUNTS = 100_000;
  private static final int CENTS = 100;

  private final String declared;
  private final String head;
  private final String row;
  private final String foot;

  BenchReport(String declared, String head, String row, String foot) {
    this.declared = declared;
    this.head = head;
    this.row = row;
    this.foot = foot;
  }

  String title() {
    return name().toLowerCase(Locale.ROOT);
  }

  String fileName() {
    return "report." + title();
  }

  /** How it is read, as a provider's file says. */
  ReportFormat format() {
    return switch (new ProviderFileReader().read(PARTNER + "  format: " + declared + "\n")) {
      case Sound sound -> sound.file().report().orElseThrow().format();
      case Faulty faulty -> throw new IllegalStateException(faulty.faults().toString());
    };
  }

  /** Writes it. */
  void write(Path file, int lines) throws IOException {
    try (BufferedWriter text = Files.newBufferedWriter(file)) {
      text.write(head.formatted(lines));
      for (int i = 0; i < lines; i++) {
        String one = row.formatted(i, i, 1 + i % AMOUNTS, i % CENTS);
        boolean lastOfArray = this == JSON && i == lines - 1;
        text.write(lastOfArray ? one.replace("},\n", "}\n") : one);
      }
      text.write(foot);
    }
  }
}
