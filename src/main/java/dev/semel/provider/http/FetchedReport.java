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
import dev.semel.provider.ReportRefusedException;
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
  private final Report report;
  private final ReportReader reader;
  private final RequestWriter writer;
  private final Caller caller;
  private final TemplateValues values;
  private final ReportArrival arrival;

  FetchedReport(Report report, RequestWriter writer, Caller caller, TemplateValues values) {
    this.report = report;
    this.reader = new ReportReader(report.format());
    this.writer = writer;
    this.caller = caller;
    this.values = values;
    this.arrival = new ReportArrivals(values).of(report.way());
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
          writer.write(asked.request(), values.with(businessDate), correlationId);
      return caller.call(
          Operation.REPORT, CallSubject.ofReport(correlationId), request, FetchedReport::judge);
    } catch (RenderingException e) {
      return new Failed("the request could not be made: " + e.getMessage());
    }
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
