// Asks a partner over HTTP for the reports that are due.
package dev.semel.report.pickup;

import dev.semel.db.Tx;
import dev.semel.provider.Provider.ReportSource;
import dev.semel.provider.ReportFetch;
import jakarta.inject.Singleton;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.LocalDate;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks a partner over HTTP for the reports that are due and not there. That it has none yet is no
 * fault: it is asked again later, and people are told that the report is late.
 */
@Singleton
final class AskForReports {
  private final PickupStore store;
  private final ReportIntake intake;

  AskForReports(PickupStore store, ReportIntake intake) {
    this.store = store;
    this.intake = intake;
  }

  /**
   * Asks for each day that is missing.
   *
   * @param claim whose reports, when, and what failed before
   * @param goesOn asked before each day: whether the look is still this node's
   */
  LookResult ask(PickupStore.Claim claim, ReportSource source, BooleanSupplier goesOn) {
    Tx.assertOutside();
    List<LocalDate> missing =
        Tx.call(
            () ->
                store.missing(
                    claim.provider(),
                    ReportDays.due(source, claim.at()),
                    source.timeZone().getId()));
    @Nullable String passing = null;
    for (LocalDate day : missing) {
      if (!goesOn.getAsBoolean()) {
        return new LookResult.Passing("Another node has taken the look over.");
      }
      switch (source.fetch(day)) {
        case ReportFetch.Fetched fetched -> take(claim, day, fetched);
        case ReportFetch.NotThere _ -> {}
        case ReportFetch.Failed failed ->
            passing = "The report of " + day + " could not be had: " + failed.reason() + ".";
      }
    }
    return passing == null ? new LookResult.Well() : new LookResult.Passing(passing);
  }

  private void take(PickupStore.Claim claim, LocalDate day, ReportFetch.Fetched fetched) {
    ArrivedReport report =
        new ArrivedReport(
            claim.provider(),
            day,
            "report of " + day,
            () -> new ByteArrayInputStream(fetched.content()),
            fetched.contentType(),
            claim.tries(),
            fetched.checksum(),
            fetched.signature());
    try {
      intake.take(report);
    } catch (IOException e) {
      throw new IllegalStateException("bytes in memory can be had", e);
    }
  }
}
