// The loop that works on what is due.
package dev.semel.submission;

import dev.semel.payout.DueSignal;
import dev.semel.provider.Provider;
import dev.semel.provider.Providers;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The loop of this node that works on what is due. It looks at the table when something has become
 * due here, and otherwise every poll interval; each call to a provider runs on a virtual thread of
 * its own. A stop claims nothing more and waits for the calls that are running.
 */
@Singleton
public final class SubmissionWorker {
  private static final Logger LOG = Logger.getLogger(SubmissionWorker.class);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

  private final Providers providers;
  private final ClaimDuePayouts claims;
  private final RunningClaims runningClaims;
  private final SubmitPayout submitPayout;
  private final ResolveUnknown resolveUnknown;
  private final CheckStatus checkStatus;
  private final SweepAbandoned sweepAbandoned;
  private final DueSignal due;
  private final SubmissionConfig config;
  private final LongSupplier nanoTime;

  private volatile boolean running;
  private @Nullable Thread loop;
  private @Nullable ExecutorService calls;

  SubmissionWorker(
      Providers providers,
      ClaimDuePayouts claims,
      RunningClaims runningClaims,
      SubmitPayout submitPayout,
      ResolveUnknown resolveUnknown,
      CheckStatus checkStatus,
      SweepAbandoned sweepAbandoned,
      DueSignal due,
      SubmissionConfig config,
      LongSupplier nanoTime) {
    this.providers = providers;
    this.claims = claims;
    this.runningClaims = runningClaims;
    this.submitPayout = submitPayout;
    this.resolveUnknown = resolveUnknown;
    this.checkStatus = checkStatus;
    this.sweepAbandoned = sweepAbandoned;
    this.due = due;
    this.config = config;
    this.nanoTime = nanoTime;
  }

  /** Starts working. */
  public synchronized void start() {
    ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    List<Lane> lanes =
        providers.all().stream()
            .map(
                provider ->
                    new Lane(provider, new ProviderLane(provider, claims, runningClaims, executor)))
            .toList();
    calls = executor;
    running = true;
    loop = Thread.ofVirtual().name("submission").start(() -> run(lanes));
  }

  /** A provider and what is running there. */
  private record Lane(Provider provider, ProviderLane lane) {}

  private void run(List<Lane> lanes) {
    long nextSweep = nanoTime.getAsLong();
    while (running) {
      Round round = new Round();
      round.attempt("Renewing leases", runningClaims::renewWhenDue);
      if (nanoTime.getAsLong() - nextSweep >= 0) {
        round.attempt("Looking for abandoned payouts", sweepAbandoned::sweep);
        nextSweep = nanoTime.getAsLong() + config.sweepInterval().toNanos();
      }
      for (Lane lane : lanes) {
        round.attempt(
            "Looking for due payouts of " + lane.provider().name(),
            () -> round.found |= work(lane));
      }
      try {
        if (round.failed) {
          due.await(AFTER_FAILURE);
        } else if (!round.found) {
          due.await(config.pollInterval());
        }
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /**
   * One look at everything. A step that fails keeps none of the others from being done: one
   * provider's trouble must not become another's.
   */
  private static final class Round {
    private boolean found;
    private boolean failed;

    void attempt(String what, Runnable step) {
      try {
        step.run();
      } catch (RuntimeException e) {
        failed = true;
        LOG.warnf("%s failed and is tried again: %s", what, e.toString());
      }
    }
  }

  private boolean work(Lane lane) {
    Provider provider = lane.provider();
    return lane.lane()
        .work(
            claim -> submitPayout.submit(claim, provider),
            claim -> resolveUnknown.resolve(claim, provider),
            claim -> checkStatus.check(claim, provider));
  }

  /**
   * Stops: nothing more is claimed, and calls that are running may end within the grace; what does
   * not is unknown when its lease ends.
   */
  public synchronized void stop() throws InterruptedException {
    running = false;
    due.raise();
    if (loop != null) {
      loop.join(config.stopGrace());
    }
    if (calls != null) {
      calls.shutdown();
      if (!calls.awaitTermination(config.stopGrace().toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn(
            "Calls to providers were still running at the end of the grace; their outcome will be looked up");
      }
    }
  }
}
