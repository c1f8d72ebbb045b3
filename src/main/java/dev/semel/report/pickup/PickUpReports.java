// Looks where reports are due to be looked for.
package dev.semel.report.pickup;

import dev.semel.db.Tx;
import dev.semel.domain.Backoff;
import dev.semel.provider.Provider;
import dev.semel.provider.Provider.ReportSource;
import dev.semel.provider.Providers;
import dev.semel.provider.ReportArrival;
import dev.semel.provider.ReportFolder;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jboss.logging.Logger;

/**
 * Looks for reports at the providers where somebody has to: one node at a time at each. A fault of
 * the transport is tried again after a pause with full jitter, a bounded number of times; then
 * people are told, and the next look is the regular one. What trying again can't mend stops the
 * looking, and people are told at once: it goes on when the file, a setting or a secret has
 * changed, or a server is started.
 */
@Singleton
public class PickUpReports {
  private static final Logger LOG = Logger.getLogger(PickUpReports.class);
  private static final Duration BEYOND_THE_LOOK = Duration.ofMinutes(10);

  private final Providers providers;
  private final PickupStore store;
  private final LookIntoFolder lookIntoFolder;
  private final AskForReports askForReports;
  private final PickupDesk desk;
  private final PickupConfig config;
  private final RandomGenerator random;
  private final Map<String, ReportSource> known = new ConcurrentHashMap<>();

  PickUpReports(
      Providers providers,
      PickupStore store,
      LookIntoFolder lookIntoFolder,
      AskForReports askForReports,
      PickupDesk desk,
      PickupConfig config,
      RandomGenerator random) {
    this.providers = providers;
    this.store = store;
    this.lookIntoFolder = lookIntoFolder;
    this.askForReports = askForReports;
    this.desk = desk;
    this.config = config;
    this.random = random;
  }

  /**
   * Makes one look that is due.
   *
   * @return whether there was one
   */
  public boolean step() {
    Tx.assertOutside();
    prepare();
    List<String> names = List.copyOf(known.keySet());
    Optional<PickupStore.Claim> claim = Tx.call(() -> store.claim(names, lease()));
    claim.ifPresent(this::look);
    return claim.isPresent();
  }

  private Duration lease() {
    return config.lookTimeout().plus(BEYOND_THE_LOOK);
  }

  /** Whoever has a new version of a provider makes its place known anew. */
  private void prepare() {
    for (Provider provider : providers.all()) {
      ReportSource source = provider.reportSource().orElse(null);
      if (source == null || isNotLookedFor(source.arrival())) {
        known.remove(provider.name());
      } else if (!source.equals(known.get(provider.name()))) {
        Tx.run(() -> store.prepare(provider.name(), place(source.arrival())));
        known.put(provider.name(), source);
      }
    }
  }

  private static boolean isNotLookedFor(ReportArrival arrival) {
    return switch (arrival) {
      case ReportArrival.Asked _, ReportArrival.Found _ -> false;
      case ReportArrival.Sent _, ReportArrival.Brought _ -> true;
    };
  }

  private static String place(ReportArrival arrival) {
    return switch (arrival) {
      case ReportArrival.Asked _ -> "http";
      case ReportArrival.Found(ReportFolder folder) ->
          String.join(
              " ",
              "sftp",
              folder.server().user() + "@" + folder.server().host() + ":" + folder.server().port(),
              folder.directory(),
              folder.files().toString(),
              folder.server().hostKeys().toString());
      case ReportArrival.Sent _, ReportArrival.Brought _ -> "";
    };
  }

  private void look(PickupStore.Claim claim) {
    ReportSource source = known.get(claim.provider());
    if (source == null) {
      return;
    }
    BooleanSupplier goesOn = () -> Tx.call(() -> store.renew(claim, lease()));
    LookResult result;
    try {
      result =
          switch (source.arrival()) {
            case ReportArrival.Found(ReportFolder folder) ->
                lookIntoFolder.look(claim, folder, source.timeZone(), goesOn);
            case ReportArrival.Asked _ -> askForReports.ask(claim, source, goesOn);
            case ReportArrival.Sent _, ReportArrival.Brought _ -> new LookResult.Well();
          };
    } catch (RuntimeException e) {
      LOG.errorf(e, "a look for reports of %s failed", claim.provider());
      result = new LookResult.Passing("Something went wrong on our side; the log has it.");
    }
    LookResult came = result;
    Tx.run(() -> end(claim, source, came));
  }

  private void end(PickupStore.Claim claim, ReportSource source, LookResult result) {
    Duration every = every(source.arrival());
    switch (result) {
      case LookResult.Well _ -> {
        if (store.end(claim, every, false) && claim.told()) {
          desk.mended(claim.provider());
        }
      }
      case LookResult.Troubled(String reason) -> {
        if (store.end(claim, every, true) && !claim.told()) {
          tell(claim, reason);
        }
      }
      case LookResult.Passing(String reason) -> passed(claim, every, reason);
      case LookResult.Lasting(String reason) -> {
        if (store.stop(claim, reason)) {
          tell(claim, reason);
        }
      }
    }
  }

  private void passed(PickupStore.Claim claim, Duration every, String reason) {
    int made = claim.tries().size() + 1;
    if (made < config.attempts()) {
      Duration pause =
          Backoff.pause(config.retryBase(), config.retryCap(), made, Optional.empty(), random);
      store.again(claim, reason, pause);
      LOG.infof("A look for reports of %s is made again: %s", claim.provider(), reason);
    } else if (store.end(claim, every, true)) {
      tell(
          claim, reason + " It was tried " + made + " times, and is tried again in " + every + ".");
    }
  }

  private void tell(PickupStore.Claim claim, String reason) {
    LOG.warnf("Reports of %s can't be had: %s", claim.provider(), reason);
    desk.faulty(claim.provider(), reason);
  }

  private Duration every(ReportArrival arrival) {
    return switch (arrival) {
      case ReportArrival.Found(ReportFolder folder) -> folder.every();
      case ReportArrival.Asked _, ReportArrival.Sent _, ReportArrival.Brought _ ->
          config.askEvery();
    };
  }
}
