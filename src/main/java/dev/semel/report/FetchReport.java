// Fetches a provider's report of a day and reads it.
package dev.semel.report;

import dev.semel.db.Tx;
import dev.semel.provider.Provider.ReportSource;
import dev.semel.provider.ReportFetch;
import dev.semel.report.pickup.ArrivedReport;
import jakarta.inject.Singleton;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.LocalDate;
import java.util.List;

/**
 * Fetches a provider's report of a day and reads it. The bytes are stored before anybody looks at
 * them; the same bytes again are the same report. New bytes of the same day count instead of the
 * old ones.
 */
@Singleton
public class FetchReport {
  private final ReceiveReport receive;
  private final ReadReport readReport;

  FetchReport(ReceiveReport receive, ReadReport readReport) {
    this.receive = receive;
    this.readReport = readReport;
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
          readReport.known(
              provider, day, "The provider has no report of " + day + ": " + notThere.reason());
      case ReportFetch.Failed failed ->
          readReport.known(
              provider, day, "The report of " + day + " could not be fetched: " + failed.reason());
    };
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
            fetched.checksum(),
            fetched.signature());
    try {
      ReceivedReport received = receive.receive(DeliveryWay.FETCHED, source.verification(), report);
      return readReport.read(provider, source, day, received);
    } catch (IOException e) {
      throw new UncheckedIOException("bytes in memory can be had", e);
    }
  }
}
