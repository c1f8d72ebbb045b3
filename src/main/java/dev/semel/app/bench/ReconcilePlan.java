// The report that is reconciled to measure it, and what is wrong with it.
package dev.semel.app.bench;

import dev.semel.provider.MatchTerms;
import dev.semel.provider.Provider.ReportSource;
import dev.semel.provider.ReportFacts;
import dev.semel.provider.ReportFetch;
import dev.semel.provider.ReportRefusedException;
import dev.semel.provider.RowSink;
import dev.semel.provider.file.ProviderFile;
import dev.semel.provider.file.ProviderFileReader;
import dev.semel.provider.file.ProviderFileReading.Faulty;
import dev.semel.provider.file.ProviderFileReading.Sound;
import dev.semel.provider.report.ReportReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A report of so many payouts, of which some are told otherwise than our books have them.
 *
 * @param lines how many payouts our books have
 * @param planted how many differences there are, of all kinds in turn
 */
record ReconcilePlan(int lines, int planted) {
  static final LocalDate DAY = LocalDate.of(2026, 11, 30);
  static final String PROVIDER = "bench";
  private static final int AMOUNTS = 100_000;
  private static final int CENTS = 100;
  private static final String SETTLED = "2026-11-30T10:00:00Z";

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
      statuses: {paid: [paid], failed: [failed], returned: [returned]}
      report:
        time_zone: Africa/Nairobi
        lag: PT1S
        fetch: {method: GET, path: /report}
        match: {unexplained: case}
        format:
          csv:
            records: {column: Kind, kinds: {payout: [P], return: [R], other: [O]}}
            columns: {reference: Client Reference, id: Payout ID, amount: Amount, currency: Currency, status: Status, settled_at: Settled At}
      """;

  /** A kind of difference, in the words of cases. */
  private enum Planted {
    AMOUNT_DIFFERS,
    CURRENCY_DIFFERS,
    STATUS_DIFFERS,
    DUPLICATE_AT_PROVIDER,
    OURS_NOT_THEIRS,
    THEIRS_NOT_OURS,
    UNKNOWN_RETURN,
    UNMATCHED_MONEY;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The payout of a number, from 1. */
  static String payout(int number) {
    return "po_%026d".formatted(number);
  }

  static String reference(int number) {
    return "%026d-1".formatted(number);
  }

  /** Its amount in hundredths: the same as {@link ReconcileRowsStore#fill} gives it. */
  private static String amount(int number) {
    return "%d.%02d".formatted(1 + number % AMOUNTS, number % CENTS);
  }

  /** Writes the report as a partner would. */
  void write(Path file) throws IOException {
    try (BufferedWriter text = Files.newBufferedWriter(file)) {
      text.write("Kind,Client Reference,Payout ID,Amount,Currency,Status,Settled At\n");
      for (int number = 1; number <= lines; number++) {
        int place = (number - 1) / step();
        boolean odd = (number - 1) % step() == 0 && place < planted;
        write(text, number, odd ? Planted.values()[place % Planted.values().length] : null);
      }
    }
  }

  private int step() {
    return Math.max(1, lines / planted);
  }

  private static void write(BufferedWriter text, int number, @Nullable Planted odd)
      throws IOException {
    String own = row("P", reference(number), "b" + number, amount(number), "KES", "paid");
    String foreign = "FOREIGN" + number;
    text.write(
        switch (odd) {
          case null -> own;
          case AMOUNT_DIFFERS -> row("P", reference(number), "b" + number, "0.01", "KES", "paid");
          case CURRENCY_DIFFERS ->
              row("P", reference(number), "b" + number, amount(number), "USD", "paid");
          case STATUS_DIFFERS ->
              row("P", reference(number), "b" + number, amount(number), "KES", "failed");
          case DUPLICATE_AT_PROVIDER -> own + own;
          case OURS_NOT_THEIRS -> "";
          case THEIRS_NOT_OURS -> own + row("P", foreign, foreign, amount(number), "KES", "paid");
          case UNKNOWN_RETURN ->
              own + row("R", foreign, foreign, amount(number), "KES", "returned");
          case UNMATCHED_MONEY -> own + row("O", foreign, foreign, amount(number), "KES", "paid");
        });
  }

  private static String row(String... cells) {
    return String.join(",", cells) + "," + SETTLED + "\n";
  }

  /** The titles of all differences that are planted. */
  Set<String> differences() {
    Set<String> titles = new TreeSet<>();
    for (int place = 0; place < planted; place++) {
      int number = 1 + place * step();
      Planted odd = Planted.values()[place % Planted.values().length];
      String foreign = "FOREIGN" + number;
      titles.add(
          odd.word()
              + " "
              + switch (odd) {
                case AMOUNT_DIFFERS,
                    CURRENCY_DIFFERS,
                    STATUS_DIFFERS,
                    DUPLICATE_AT_PROVIDER,
                    OURS_NOT_THEIRS ->
                    payout(number);
                case THEIRS_NOT_OURS, UNKNOWN_RETURN ->
                    "%s/%s/%s".formatted(PROVIDER, foreign, foreign);
                case UNMATCHED_MONEY ->
                    "%s/%s/%s/%s/%s KES".formatted(PROVIDER, DAY, foreign, foreign, amount(number));
              });
    }
    return titles;
  }

  /** The partner's file. */
  static ProviderFile partner() {
    return switch (new ProviderFileReader().read(PARTNER)) {
      case Sound sound -> sound.file();
      case Faulty faulty -> throw new IllegalStateException(faulty.faults().toString());
    };
  }

  /** How its report is read and matched. */
  static ReportSource source() {
    return new OnFile(partner().report().orElseThrow());
  }

  /** A report that nobody has to fetch. */
  private record OnFile(ProviderFile.Report report) implements ReportSource {
    @Override
    public ZoneId timeZone() {
      return report.timeZone();
    }

    @Override
    public LocalTime due() {
      return report.due();
    }

    @Override
    public Duration lag() {
      return report.lag();
    }

    @Override
    public MatchTerms matching() {
      return report.matching();
    }

    @Override
    public ReportFetch fetch(LocalDate businessDate) {
      return new ReportFetch.NotThere("it is read from its file");
    }

    @Override
    public ReportFacts read(InputStream content, RowSink rows)
        throws ReportRefusedException, IOException {
      return new ReportReader(report.format()).read(content, rows);
    }
  }
}
