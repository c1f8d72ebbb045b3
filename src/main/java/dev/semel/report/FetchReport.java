// Fetches a provider's report of a day and reads it.
package dev.semel.report;

import dev.semel.db.Tx;
import dev.semel.provider.Provider.ReportSource;
import dev.semel.provider.ReportFetch;
import dev.semel.report.pickup.ArrivedReport;
import jakarta.inject.Singleton;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * Fetches a provider's report of a day and reads it. The bytes are stored before anybody looks at
 * them; the same bytes again are the same report. New bytes of the same day count instead of the
 * old ones. A report that can't be read whole goes into quarantine, and then there is none: not
 * even an earlier one of that day, because the provider has just said something else.
 */
@Singleton
public class FetchReport {
  private final ReceiveReport receive;
  private final ReportStore reports;
  private final DeliveryStore deliveries;
  private final LoadReport loadReport;

  FetchReport(
      ReceiveReport receive, ReportStore reports, DeliveryStore deliveries, LoadReport loadReport) {
    this.receive = receive;
    this.reports = reports;
    this.deliveries = deliveries;
    this.loadReport = loadReport;
  }

  /**
   * Brings the report of a day that is to be worked with. Where the provider can't give one now, it
   * is the one that was accepted before.
   *
   * @param provider the provider's name
   * @param source how its reports are fetched and read
   */
  public ReportAtHand fetch(String provider, ReportSource source, LocalDate day) {
    Tx.assertOutside();
    return switch (source.fetch(day)) {
      case ReportFetch.Fetched fetched -> fetched(provider, source, day, fetched);
      case ReportFetch.NotThere notThere ->
          known(provider, day, "The provider has no report of " + day + ": " + notThere.reason());
      case ReportFetch.Failed failed ->
          known(
              provider, day, "The report of " + day + " could not be fetched: " + failed.reason());
    };
  }

  private ReportAtHand known(String provider, LocalDate day, String reason) {
    Optional<StoredReport> accepted = Tx.call(() -> reports.accepted(provider, day));
    return accepted.isPresent()
        ? new ReportAtHand.Usable(accepted.get().id())
        : new ReportAtHand.None(LoadedRows.shortened(reason));
  }

  private ReportAtHand fetched(
      String provider, ReportSource source, LocalDate day, ReportFetch.Fetched fetched) {
    ArrivedReport report =
        new ArrivedReport(
            provider,
            day,
            "report of " + day,
            () -> new ByteArrayInputStream(fetched.content()),
            fetched.contentType(),
            List.of(),
            Optional.empty(),
            Optional.empty());
    try {
      return handOn(provider, source, day, receive.receive(DeliveryWay.FETCHED, report));
    } catch (IOException e) {
      throw new UncheckedIOException("bytes in memory can be had", e);
    }
  }

  /**
   * Reads what the gate let through. One that was accepted before is read if that was interrupted.
   */
  ReportAtHand handOn(
      String provider, ReportSource source, LocalDate day, ReceivedReport received) {
    return switch (received.decision()) {
      case GateDecision.Quarantine quarantine ->
          new ReportAtHand.None(
              LoadedRows.shortened(
                  "The report of "
                      + day
                      + " ("
                      + received.reportId()
                      + ") is in quarantine. "
                      + quarantine.evidence()));
      case GateDecision.Accept _, GateDecision.Suppress _ ->
          read(provider, source, day, received.reportId());
    };
  }

  private ReportAtHand read(String provider, ReportSource source, LocalDate day, String reportId) {
    StoredReport report = Tx.call(() -> reports.get(reportId));
    return switch (report.status()) {
      case SUPPRESSED, REJECTED ->
          new ReportAtHand.None(
              "A person decided that the report of "
                  + day
                  + " ("
                  + report.id()
                  + ") does not count.");
      case ACCEPTED ->
          report.businessDate().equals(day) ? usable(report) : ofAnotherDay(report, day);
      case RECEIVED, QUARANTINED, SUPERSEDED -> judge(provider, source, report, day);
    };
  }

  private ReportAtHand judge(
      String provider, ReportSource source, StoredReport report, LocalDate day) {
    if (!report.businessDate().equals(day)) {
      return ofAnotherDay(report, day);
    }
    try {
      Tx.run(LoadReport.LONGEST, () -> load(provider, source, report));
      return known(provider, day, "No report of " + day + " counts.");
    } catch (LoadReport.RefusedException e) {
      String reason = "The report can't be read: " + e.getMessage();
      Tx.run(() -> reports.quarantine(report.id(), LoadedRows.shortened(reason)));
      return new ReportAtHand.None(
          LoadedRows.shortened(
              "The report of " + day + " (" + report.id() + ") is in quarantine. " + reason));
    }
  }

  /** Reads and loads in the open transaction, which is rolled back when the report is refused. */
  private void load(String provider, ReportSource source, StoredReport report) {
    try (InputStream content = deliveries.content(report.id())) {
      loadReport.load(provider, source, report.id(), report.businessDate(), content);
    } catch (IOException e) {
      throw new UncheckedIOException("bytes in the database can be had", e);
    }
  }

  private static ReportAtHand usable(StoredReport report) {
    return new ReportAtHand.Usable(report.id());
  }

  /**
   * The very bytes of another day: an empty report may look the same every day, one with lines may
   * not.
   */
  private static ReportAtHand ofAnotherDay(StoredReport report, LocalDate day) {
    if (report.status() == StoredReport.Status.ACCEPTED && report.lines() == 0) {
      return usable(report);
    }
    return new ReportAtHand.None(
        "The provider gave for "
            + day
            + " the very report that it had given for "
            + report.businessDate()
            + " ("
            + report.id()
            + "). Ask the provider for the right one.");
  }
}
