// Reads a report of any format: the entrance to this package.
package dev.semel.provider.report;

import dev.semel.provider.ReportFacts;
import dev.semel.provider.ReportRefusedException;
import dev.semel.provider.ReportRow;
import dev.semel.provider.RowSink;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Optional;

/**
 * Reads reports of one format. It keeps nothing of a report but what a row needs, so that memory
 * does not grow with the report. It may be used by several threads at once.
 */
public final class ReportReader {
  private static final Instant EARLIEST = Instant.parse("1970-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("2999-12-31T23:59:59Z");

  private final ReportFormat format;

  /** A reader of this format. */
  public ReportReader(ReportFormat format) {
    this.format = format;
  }

  /**
   * Reads a report from its first byte to its last, and hands over its rows. They count when this
   * returns, and in no other case: the sink was told {@code commit} then, and else {@code discard}.
   *
   * @param content the bytes, whose origin and completeness on the way here somebody else has
   *     checked; they are not closed
   * @return what the report says of itself
   * @throws ReportRefusedException when it is not what the provider's file promises
   * @throws IOException when the bytes could not be read: nothing is known of the report then
   */
  public ReportFacts read(InputStream content, RowSink sink)
      throws ReportRefusedException, IOException {
    boolean counts = false;
    try (ToldStream bytes = new ToldStream(content)) {
      CountedRows rows = new CountedRows(sink);
      ReportFacts facts = bytes.read(rest -> parser().parse(rest, rows));
      sink.commit(facts);
      counts = true;
      return facts;
    } finally {
      if (!counts) {
        sink.discard();
      }
    }
  }

  private ReportParser parser() {
    return switch (format) {
      case CsvFormat csv -> new CsvParser(csv);
      case JsonFormat json -> new JsonRows(json);
      case IsoFormat iso ->
          iso.message() == IsoFormat.Message.PAIN_002
              ? new PaymentStatusParser(iso)
              : new CamtParser(iso);
      case Mt940Format mt940 -> new Mt940Parser(mt940);
    };
  }

  /** Passes rows on, up to as many as a report may have. */
  private static final class CountedRows implements ReportParser.Rows {
    private final RowSink sink;
    private int count;

    CountedRows(RowSink sink) {
      this.sink = sink;
    }

    @Override
    public void add(ReportRow row) throws ReportRefusedException {
      if (count == Limits.ROWS) {
        throw new ReportRefusedException(
            row.place(),
            "it has more than " + Limits.ROWS + " rows; ask for the report in smaller parts");
      }
      check(row);
      count++;
      sink.take(row.at(count));
    }

    /** What holds of a row of any format. */
    private static void check(ReportRow row) throws ReportRefusedException {
      Optional<String> id = row.statement().providerPayoutId();
      if (tooLong(row.reference()) || tooLong(id)) {
        throw new ReportRefusedException(
            row.place(),
            "a reference or an id of over " + Limits.NAME + " characters can't be one");
      }
      boolean ofPayout = row.kind() == ReportRow.Kind.PAYOUT || row.kind() == ReportRow.Kind.RETURN;
      if (ofPayout && row.reference().isEmpty() && id.isEmpty()) {
        throw new ReportRefusedException(row.place(), "it names no payout");
      }
      if (row.settledAt().filter(CountedRows::isOutOfTime).isPresent()) {
        throw new ReportRefusedException(
            row.place(), "its time is in no year that anything was settled in; ask the provider");
      }
    }

    private static boolean isOutOfTime(Instant at) {
      return at.isBefore(EARLIEST) || at.isAfter(LATEST);
    }

    private static boolean tooLong(Optional<String> name) {
      return name.filter(text -> text.length() > Limits.NAME).isPresent();
    }

    @Override
    public int count() {
      return count;
    }
  }
}
