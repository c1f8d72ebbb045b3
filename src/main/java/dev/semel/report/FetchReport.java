// Fetches a provider's report of a day and reads it.
package dev.semel.report;

import dev.semel.db.Tx;
import dev.semel.provider.Provider.ReportSource;
import dev.semel.provider.ReportFetch;
import jakarta.inject.Singleton;
import java.io.ByteArrayInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDate;
import java.util.Optional;

/**
 * Fetches a provider's report of a day and reads it. The bytes are stored before anybody looks at
 * them; the same bytes again are the same report. New bytes of the same day count instead of the
 * old ones. A report that can't be read whole goes into quarantine, and then there is none: not
 * even an earlier one of that day, because the provider has just said something else.
 */
@Singleton
public class FetchReport {
  private final ReportStore reports;
  private final LoadReport loadReport;

  FetchReport(ReportStore reports, LoadReport loadReport) {
    this.reports = reports;
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
      case ReportFetch.Fetched fetched -> read(provider, source, day, fetched);
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

  /** Keeps a report that was had, and reads it. */
  ReportAtHand read(
      String provider, ReportSource source, LocalDate day, ReportFetch.Fetched fetched) {
    byte[] hash = sha256(fetched.content());
    StoredReport report =
        Tx.call(() -> reports.store(provider, day, hash, fetched.content(), fetched.contentType()));
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
      case RECEIVED, QUARANTINED, SUPERSEDED -> judge(provider, source, report, day, fetched);
    };
  }

  private ReportAtHand judge(
      String provider,
      ReportSource source,
      StoredReport report,
      LocalDate day,
      ReportFetch.Fetched fetched) {
    if (!report.businessDate().equals(day)) {
      return ofAnotherDay(report, day);
    }
    try {
      Tx.run(
          LoadReport.LONGEST,
          () ->
              loadReport.load(
                  provider, source, report.id(), day, new ByteArrayInputStream(fetched.content())));
      return known(provider, day, "No report of " + day + " counts.");
    } catch (LoadReport.RefusedException e) {
      String reason = "The report can't be read: " + e.getMessage();
      Tx.run(() -> reports.quarantine(report.id(), LoadedRows.shortened(reason)));
      return new ReportAtHand.None(
          LoadedRows.shortened(
              "The report of " + day + " (" + report.id() + ") is in quarantine. " + reason));
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

  static byte[] sha256(byte[] content) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(content);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }
}
