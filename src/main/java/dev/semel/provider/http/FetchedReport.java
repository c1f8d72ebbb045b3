// A partner's daily report.
package dev.semel.provider.http;

import dev.semel.provider.MatchTerms;
import dev.semel.provider.Provider.ReportSource;
import dev.semel.provider.ProviderCall.Operation;
import dev.semel.provider.ReportArrival;
import dev.semel.provider.ReportFacts;
import dev.semel.provider.ReportFetch;
import dev.semel.provider.ReportFetch.Failed;
import dev.semel.provider.ReportFetch.Fetched;
import dev.semel.provider.ReportFetch.NotThere;
import dev.semel.provider.ReportFolder.Beside;
import dev.semel.provider.ReportPacking;
import dev.semel.provider.ReportRefusedException;
import dev.semel.provider.ReportVerification;
import dev.semel.provider.RowSink;
import dev.semel.provider.file.Answer;
import dev.semel.provider.file.ProviderFile.Report;
import dev.semel.provider.file.RenderingException;
import dev.semel.provider.file.ReportWay;
import dev.semel.provider.file.TemplateValues;
import dev.semel.provider.http.Caller.Judged;
import dev.semel.provider.report.ReportReader;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** Fetches a day's report, and reads what was fetched as the provider's file says. */
final class FetchedReport implements ReportSource {
  /** How large a report may be that is asked for over HTTP: it is in memory as a whole. */
  private static final int LARGEST = 64 * 1024 * 1024;

  private final Report report;
  private final ReportReader reader;
  private final RequestWriter writer;
  private final Caller caller;
  private final TemplateValues values;
  private final ReportArrival arrival;
  private final ReportVerification verification;

  FetchedReport(Report report, RequestWriter writer, Caller caller, TemplateValues values) {
    this.report = report;
    this.reader = new ReportReader(report.format());
    this.writer = writer;
    this.caller = caller;
    this.values = values;
    ReportArrivals arrivals = new ReportArrivals(values);
    this.arrival = arrivals.of(report.way());
    this.verification = arrivals.of(report.proofs());
  }

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
  public ReportArrival arrival() {
    return arrival;
  }

  @Override
  public ReportPacking packing() {
    return report.packing();
  }

  @Override
  public ReportVerification verification() {
    return verification;
  }

  @Override
  public ReportFetch fetch(LocalDate businessDate) {
    return switch (report.way()) {
      case ReportWay.Asked asked -> ask(asked, businessDate);
      case ReportWay.Sftp _ ->
          new NotThere("none has been found in the partner's folder, or none that is complete");
      case ReportWay.As2 _ -> new NotThere("the partner has not sent it");
      case ReportWay.Brought _ -> new NotThere("nobody has brought it");
    };
  }

  private ReportFetch ask(ReportWay.Asked asked, LocalDate businessDate) {
    String correlationId = "report-" + businessDate;
    try {
      OutboundRequest request =
          writer
              .write(asked.request(), values.with(businessDate), correlationId)
              .answeredBy(LARGEST);
      ReportFetch fetch = get(request, correlationId);
      return fetch instanceof Fetched fetched
          ? withFilesBeside(fetched, request, correlationId)
          : fetch;
    } catch (RenderingException e) {
      return new Failed("the request could not be made: " + e.getMessage());
    }
  }

  private ReportFetch get(OutboundRequest request, String correlationId) {
    return caller.call(
        Operation.REPORT, CallSubject.ofReport(correlationId), request, FetchedReport::judge);
  }

  /** The files of a checksum and a signature have the report's address with an ending. */
  private ReportFetch withFilesBeside(
      Fetched report, OutboundRequest request, String correlationId) {
    Beside beside = this.report.proofs().beside();
    Optional<byte[]> checksum = Optional.empty();
    Optional<byte[]> signature = Optional.empty();
    for (String suffix : beside.suffixes()) {
      switch (get(request.beside(suffix), correlationId)) {
        case Fetched file -> {
          if (beside.checksum().equals(Optional.of(suffix))) {
            checksum = Optional.of(file.content());
          } else {
            signature = Optional.of(file.content());
          }
        }
        case NotThere _ -> {}
        case Failed failed -> {
          return new Failed("the file '" + suffix + "' beside it: " + failed.reason());
        }
      }
    }
    return new Fetched(report.content(), report.contentType(), checksum, signature);
  }

  private static Judged<ReportFetch> judge(Transfer transfer) {
    return switch (transfer) {
      case Transfer.NotConnected not ->
          new Judged<>(new Failed(not.reason()), "not_sent", Optional.of(not.reason()));
      case Transfer.Withheld held ->
          new Judged<>(new Failed(held.reason()), "not_sent", Optional.of(held.reason()));
      case Transfer.NoAnswer none ->
          new Judged<>(new Failed(none.reason()), "unknown", Optional.of(none.reason()));
      case Transfer.Answered answered -> {
        ReportFetch fetch = meaning(answered);
        yield new Judged<>(fetch, "answered", whyNot(fetch));
      }
    };
  }

  private static Optional<String> whyNot(ReportFetch fetch) {
    return switch (fetch) {
      case Fetched _ -> Optional.empty();
      case NotThere notThere -> Optional.of(notThere.reason());
      case Failed failed -> Optional.of(failed.reason());
    };
  }

  private static ReportFetch meaning(Transfer.Answered answered) {
    return switch (answered.status()) {
      case 200 ->
          Answers.of(answered).body() instanceof Answer.Body.PerhapsCut
              ? new Failed("the report ended with the connection, and may not be whole")
              : new Fetched(answered.body(), contentType(answered));
      case 202, 204, 404 -> new NotThere("the partner answered with status " + answered.status());
      default -> new Failed("the partner answered with status " + answered.status());
    };
  }

  private static String contentType(Transfer.Answered answered) {
    return answered.headers().getOrDefault("content-type", List.of()).stream()
        .findFirst()
        .orElse("application/octet-stream");
  }

  @Override
  public ReportFacts read(InputStream content, RowSink rows)
      throws ReportRefusedException, IOException {
    return reader.read(content, rows);
  }
}
