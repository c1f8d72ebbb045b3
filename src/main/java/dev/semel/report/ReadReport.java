// Reads a report that the gate let through.
package dev.semel.report;

import dev.semel.db.Tx;
import dev.semel.domain.WireNames;
import dev.semel.provider.Provider.ReportSource;
import dev.semel.provider.ReportVerification;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.LocalDate;
import java.util.Optional;

/**
 * Reads a report that the gate let through, once, whoever asks and however often: whoever comes
 * second waits for the first and finds it read. One that can't be read whole goes into quarantine,
 * and then there is none: not even an earlier one of that day, because the provider has just said
 * something else.
 */
@Singleton
final class ReadReport {
  private final ReportStore reports;
  private final DeliveryStore deliveries;
  private final LoadReport loadReport;
  private final ReportTrailStore trail;
  private final QuarantineDesk desk;

  ReadReport(
      ReportStore reports,
      DeliveryStore deliveries,
      LoadReport loadReport,
      ReportTrailStore trail,
      QuarantineDesk desk) {
    this.reports = reports;
    this.deliveries = deliveries;
    this.loadReport = loadReport;
    this.trail = trail;
    this.desk = desk;
  }

  /**
   * Reads what came, where the gate let it through. One that was accepted before is read if that
   * was interrupted.
   *
   * @param day the day for which it came
   */
  ReportAtHand read(String provider, ReportSource source, LocalDate day, ReceivedReport received) {
    Tx.assertOutside();
    return switch (received.decision()) {
      case GateDecision.Quarantine quarantine ->
          inQuarantine(day, received.reportId(), quarantine.evidence());
      case GateDecision.Accept _, GateDecision.Suppress _ ->
          read(provider, source, day, received.reportId());
    };
  }

  /**
   * Reads what a partner has sent by itself. That an older report of a day came once more does not
   * put it in the place of its correction: only who is asked says that it is so now.
   */
  ReportAtHand readSent(
      String provider, ReportSource source, LocalDate day, ReceivedReport received) {
    boolean again =
        received.decision() instanceof GateDecision.Suppress
            && Tx.call(() -> reports.get(received.reportId())).status()
                == StoredReport.Status.SUPERSEDED;
    return again
        ? known(provider, day, "No report of " + day + " counts.")
        : read(provider, source, day, received);
  }

  /** Reads a report that was accepted. */
  ReportAtHand read(String provider, ReportSource source, LocalDate day, String reportId) {
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

  /** The report of a day that counts, where there is one. */
  ReportAtHand known(String provider, LocalDate day, String reason) {
    Optional<StoredReport> accepted = Tx.call(() -> reports.accepted(provider, day));
    return accepted.isPresent()
        ? usable(accepted.get())
        : new ReportAtHand.None(LoadedRows.shortened(reason));
  }

  private ReportAtHand judge(
      String provider, ReportSource source, StoredReport report, LocalDate day) {
    if (!report.businessDate().equals(day)) {
      return ofAnotherDay(report, day);
    }
    if (!report.kept()) {
      return known(
          provider, day, "The bytes of the report (" + report.id() + ") are no longer kept.");
    }
    try {
      Tx.run(LoadReport.LONGEST, () -> load(provider, source, report));
      return known(provider, day, "No report of " + day + " counts.");
    } catch (LoadReport.RefusedException e) {
      String reason =
          LoadedRows.shortened("The report can't be read: " + String.valueOf(e.getMessage()));
      Tx.run(() -> quarantine(provider, report, reason));
      return inQuarantine(day, report.id(), reason);
    }
  }

  /** Reads and loads in the open transaction, which is rolled back when the report is refused. */
  private void load(String provider, ReportSource source, StoredReport report) {
    reports.lock(report.id());
    if (reports.get(report.id()).status() != report.status()) {
      return;
    }
    try (InputStream content = content(source, report.id())) {
      loadReport.load(provider, source, report.id(), report.businessDate(), content);
    } catch (IOException e) {
      throw new UncheckedIOException("bytes in the database can be had", e);
    }
    trail.append(
        report.id(), ReportAct.READ, reports.get(report.id()).reason(), ReportTrailStore.SYSTEM);
    desk.over(report.id(), "It was read whole.");
  }

  /** What is to be read: without what is around it, where the provider's file says so. */
  private InputStream content(ReportSource source, String reportId) {
    ReportVerification terms = source.verification();
    long largest = terms.largest().orElse(InlineMessage.LARGEST);
    InputStream kept = deliveries.content(reportId);
    boolean inside =
        terms
            .signature()
            .filter(signature -> signature.form() == ReportVerification.Form.INLINE)
            .isPresent();
    InputStream packed = inside ? InlineMessage.content(kept, largest) : kept;
    return UnpackReport.unpack(source.packing(), packed, largest);
  }

  /** Keeps a report that can't be read, unless somebody has read it meanwhile. */
  private void quarantine(String provider, StoredReport report, String reason) {
    reports.lock(report.id());
    if (reports.quarantine(report.id(), QuarantineReason.UNREADABLE, reason)) {
      trail.append(report.id(), ReportAct.QUARANTINED, reason, ReportTrailStore.SYSTEM);
      desk.quarantined(
          provider,
          report.id(),
          report.businessDate(),
          WireNames.of(QuarantineReason.UNREADABLE),
          reason);
    }
  }

  private static ReportAtHand inQuarantine(LocalDate day, String reportId, String reason) {
    return new ReportAtHand.None(
        LoadedRows.shortened(
            "The report of " + day + " (" + reportId + ") is in quarantine. " + reason));
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
