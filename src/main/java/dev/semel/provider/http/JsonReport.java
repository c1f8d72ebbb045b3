// A partner's daily report of JSON rows.
package dev.semel.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.provider.NoSuchDayException;
import dev.semel.provider.Provider.ReportSource;
import dev.semel.provider.ProviderCall.Operation;
import dev.semel.provider.ReportFetch;
import dev.semel.provider.ReportFetch.Failed;
import dev.semel.provider.ReportFetch.Fetched;
import dev.semel.provider.ReportFetch.NotThere;
import dev.semel.provider.ReportRow;
import dev.semel.provider.UnreadableMessageException;
import dev.semel.provider.file.Answer;
import dev.semel.provider.file.ProviderFile.Report;
import dev.semel.provider.file.ReadValues;
import dev.semel.provider.file.RenderingException;
import dev.semel.provider.file.StatusWords;
import dev.semel.provider.file.TemplateValues;
import dev.semel.provider.http.Caller.Judged;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Fetches a day's report and reads its rows. One row that is not understood refuses the report; one
 * that only names a day that there is not is kept, and flagged.
 */
final class JsonReport implements ReportSource {
  private final Report report;
  private final StatusWords words;
  private final RequestWriter writer;
  private final Caller caller;
  private final TemplateValues values;

  JsonReport(
      Report report,
      StatusWords words,
      RequestWriter writer,
      Caller caller,
      TemplateValues values) {
    this.report = report;
    this.words = words;
    this.writer = writer;
    this.caller = caller;
    this.values = values;
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
  public ReportFetch fetch(LocalDate businessDate) {
    String correlationId = "report-" + businessDate;
    try {
      OutboundRequest request =
          writer.write(report.fetch(), values.with(businessDate), correlationId);
      return caller.call(
          Operation.REPORT, CallSubject.ofReport(correlationId), request, JsonReport::judge);
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
  public List<ReportRow> rows(byte[] content) throws UnreadableMessageException {
    if (!(Answer.parse(content) instanceof Answer.Body.Json(JsonNode body))) {
      throw new UnreadableMessageException("the report is not JSON");
    }
    JsonNode rows = body.at(report.rows());
    if (!rows.isArray()) {
      throw new UnreadableMessageException("the report has no rows where the provider's file says");
    }
    List<ReportRow> read = new ArrayList<>();
    for (JsonNode row : rows) {
      read.add(row(read.size() + 1, row));
    }
    return read;
  }

  /** A row whose day the calendar does not have is kept without it. */
  private ReportRow row(int line, ReadValues found) throws UnreadableMessageException {
    Optional<Instant> settledAt = Optional.empty();
    Optional<String> flaw = Optional.empty();
    try {
      settledAt = found.instant("settled_at");
    } catch (NoSuchDayException e) {
      flaw = Optional.ofNullable(e.getMessage());
    }
    return new ReportRow(
        line, found.text("reference"), found.statement(words, Optional.empty()), settledAt, flaw);
  }

  private ReportRow row(int line, JsonNode row) throws UnreadableMessageException {
    try {
      ReadValues found = report.read().read(row);
      if (found.text("reference").isEmpty() && found.text("id").isEmpty()) {
        throw new UnreadableMessageException("it names no payout");
      }
      return row(line, found);
    } catch (UnreadableMessageException e) {
      throw new UnreadableMessageException("row " + line + ": " + e.getMessage());
    }
  }
}
