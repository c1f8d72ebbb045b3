// What all scenarios of a run share.
package dev.semel.app.conformance;

import dev.semel.db.SimulatedDatabase;
import dev.semel.provider.file.ProviderFile;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.util.Map;

/**
 * What all scenarios of a run share.
 *
 * @param database the database, emptied for each play
 * @param fate where its time comes from
 * @param server the partner's
 * @param file the provider file
 * @param hurried the same, where an answer comes
 * @param impatient the same, where none ever comes
 * @param settings the values of its settings and secrets
 * @param wanted the payout that is asked for
 */
record Stand(
    SimulatedDatabase database,
    VirtualFate fate,
    Vertx vertx,
    DialectServer server,
    ProviderFile file,
    ProviderFile hurried,
    ProviderFile impatient,
    Dialect dialect,
    Map<String, String> settings,
    WantedPayout wanted) {
  Stand {
    settings = Map.copyOf(settings);
  }

  /** The database's time, which is that of the play that goes on. */
  static final class VirtualFate implements SimulatedDatabase.Fate {
    private volatile VirtualClock clock = new VirtualClock();

    void follow(VirtualClock next) {
      clock = next;
    }

    @Override
    public Instant now() {
      return clock.instant();
    }

    @Override
    public void beforeCommit() {}

    @Override
    public void afterCommit() {}
  }
}
