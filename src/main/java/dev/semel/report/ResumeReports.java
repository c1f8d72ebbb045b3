// Takes up reports that a stop interrupted.
package dev.semel.report;

import dev.semel.db.Tx;
import dev.semel.provider.Provider;
import dev.semel.provider.Provider.ReportSource;
import dev.semel.provider.Providers;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Takes up reports that nobody has brought to their end: those that are kept and not decided about,
 * and those that were accepted and not read, because a process ended in between or a person put
 * them back. One node at a time takes one, for a while; and should two have it all the same, the
 * second finds it done. What goes wrong on our side is tried again after a pause that grows.
 */
@Singleton
public class ResumeReports {
  private static final Logger LOG = Logger.getLogger(ResumeReports.class);

  private final Providers providers;
  private final ResumeStore store;
  private final DecideDelivery decideDelivery;
  private final ReadReport readReport;

  ResumeReports(
      Providers providers,
      ResumeStore store,
      DecideDelivery decideDelivery,
      ReadReport readReport) {
    this.providers = providers;
    this.store = store;
    this.decideDelivery = decideDelivery;
    this.readReport = readReport;
  }

  /**
   * Takes up one report that is due.
   *
   * @return whether there was one
   */
  public boolean step() {
    Tx.assertOutside();
    List<String> names = providers.all().stream().map(Provider::name).toList();
    Optional<ResumeStore.Claim> claim =
        Tx.call(() -> store.undecided(names).or(() -> store.unread(names)));
    claim.ifPresent(this::resume);
    return claim.isPresent();
  }

  private void resume(ResumeStore.Claim claim) {
    Optional<ReportSource> source =
        providers.find(claim.provider()).flatMap(Provider::reportSource);
    if (source.isEmpty()) {
      return;
    }
    try {
      ReceivedReport received =
          decideDelivery.decide(claim.delivery(), source.get().verification());
      readReport.read(claim.provider(), source.get(), claim.day(), received);
    } catch (RuntimeException e) {
      LOG.errorf(e, "delivery %d of %s could not be taken up", claim.delivery(), claim.provider());
      Tx.run(() -> store.failed(claim.delivery()));
    }
  }
}
