// Keeps a report that arrived, and reads it.
package dev.semel.report;

import dev.semel.provider.Provider;
import dev.semel.provider.Provider.ReportSource;
import dev.semel.provider.Providers;
import dev.semel.provider.ReportFetch;
import dev.semel.report.pickup.ArrivedReport;
import dev.semel.report.pickup.ReportIntake;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;

/** Keeps a report that arrived, and reads it as one that was fetched. */
@Singleton
final class TakeArrivedReport implements ReportIntake {
  private final Providers providers;
  private final FetchReport fetchReport;

  TakeArrivedReport(Providers providers, FetchReport fetchReport) {
    this.providers = providers;
    this.fetchReport = fetchReport;
  }

  @Override
  public byte[] take(ArrivedReport report) throws IOException {
    ReportSource source =
        providers
            .find(report.provider())
            .flatMap(Provider::reportSource)
            .orElseThrow(() -> new IllegalStateException("the provider has no report"));
    try (InputStream content = report.content().open()) {
      byte[] bytes = content.readAllBytes();
      fetchReport.read(
          report.provider(),
          source,
          report.day(),
          new ReportFetch.Fetched(bytes, report.contentType()));
      return FetchReport.sha256(bytes);
    }
  }
}
