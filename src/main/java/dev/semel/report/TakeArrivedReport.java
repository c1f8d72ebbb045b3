// Takes a report that was had through the gate, and has it read.
package dev.semel.report;

import dev.semel.provider.Provider;
import dev.semel.provider.Provider.ReportSource;
import dev.semel.provider.Providers;
import dev.semel.report.pickup.ArrivedReport;
import dev.semel.report.pickup.ReportIntake;
import jakarta.inject.Singleton;
import java.io.IOException;

/** Takes a report that was had through the gate, and has it read where it is accepted. */
@Singleton
final class TakeArrivedReport implements ReportIntake {
  private final Providers providers;
  private final ReceiveReport receive;
  private final ReadReport readReport;

  TakeArrivedReport(Providers providers, ReceiveReport receive, ReadReport readReport) {
    this.providers = providers;
    this.receive = receive;
    this.readReport = readReport;
  }

  @Override
  public byte[] take(ArrivedReport report) throws IOException {
    ReportSource source =
        providers
            .find(report.provider())
            .flatMap(Provider::reportSource)
            .orElseThrow(() -> new IllegalStateException("the provider has no report"));
    ReceivedReport received =
        receive.receive(DeliveryWay.of(source.arrival()), source.verification(), report);
    readReport.readSent(report.provider(), source, report.day(), received);
    return received.contentHash();
  }
}
