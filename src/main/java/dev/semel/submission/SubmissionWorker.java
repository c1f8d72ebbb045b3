// The loop that works on what is due.
package dev.semel.submission;

import dev.semel.payout.DueSignal;
import dev.semel.payout.Pulse;
import dev.semel.provider.Provider;
import dev.semel.provider.Providers;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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
  private static final Duration WATCH_EVERY = Duration.ofMinutes(1);
  private static final Duration ASK_EVERY = Duration.ofSeconds(1);

  private final Providers providers;
  private final ClaimDuePayouts claims;
  private final RunningClaims runningClaims;
  private final SubmitPayout submitPayout;
  private final ResolveUnknown resolveUnknown;
  private final CheckStatus checkStatus;
  private final SweepAbandoned sweepAbandoned;
  private final WatchUnserved watchUnserved;
  private final AskAboutAttempts askAboutAttempts;
  private final RecordFailure recordFailure;
  private final StopWork stopWork;
  private final TellOfBreakers tellOfBreakers;
  private final DueSignal due;
  private final SubmissionConfig config;
  private final LongSupplier nanoTime;
  private final Pulse pulse;

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
      WatchUnserved watchUnserved,
      AskAboutAttempts askAboutAttempts,
      RecordFailure recordFailure,
      StopWork stopWork,
      TellOfBreakers tellOfBreakers,
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
    this.watchUnserved = watchUnserved;
    this.askAboutAttempts = askAboutAttempts;
    this.recordFailure = recordFailure;
    this.stopWork = stopWork;
    this.tellOfBreakers = tellOfBreakers;
    this.due = due;
    this.config = config;
    this.nanoTime = nanoTime;
    this.pulse = new Pulse(nanoTime);
  }

  /** Whether the loop goes round, or need not. */
  public boolean isWell() {
    return pulse.isWell();
  }

  /** Starts working. */
  public synchronized void start() {
    ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    calls = executor;
    runningClaims.open();
    running = true;
    pulse.begin();
    loop = Thread.ofVirtual().name("submission").start(() -> run(new Lanes(executor)));
  }

  /** A provider and what is running there. */
  private record Lane(Provider provider, ProviderLane lane) {}

  /** What is running at each provider, by name; a provider may get another version meanwhile. */
  private final class Lanes {
    private final Map<String, Lane> byName = new LinkedHashMap<>();
    private final ExecutorService executor;

    Lanes(ExecutorService executor) {
      this.executor = executor;
    }

    Collection<Lane> all() {
      return List.copyOf(byName.values());
    }

    void follow() {
      for (Provider provider : providers.all()) {
        Lane known = byName.get(provider.name());
        ProviderLane lane = known == null ? begin(provider) : known.lane();
        lane.follow(provider);
        byName.put(provider.name(), new Lane(provider, lane));
      }
    }

    private ProviderLane begin(Provider provider) {
      return new ProviderLane(provider, claims, runningClaims, recordFailure, executor, nanoTime);
    }
  }

  private void run(Lanes lanes) {
    try {
      goRound(lanes);
    } catch (InterruptedException e) {
      LOG.warn("The loop of submissions was interrupted");
    } catch (Throwable e) {
      LOG.error("The loop of submissions has ended; only a new start helps", e);
    } finally {
      pulse.end();
    }
  }

  private void goRound(Lanes lanes) throws InterruptedException {
    long nextSweep = nanoTime.getAsLong();
    long nextWatch = nextSweep;
    long nextAsk = nextSweep;
    while (running) {
      Round round = new Round();
      round.attempt("Renewing leases", runningClaims::renewWhenDue);
      round.attempt("Telling of breakers", tellOfBreakers::tell);
      if (nanoTime.getAsLong() - nextSweep >= 0) {
        nextSweep = nanoTime.getAsLong() + config.sweepInterval().toNanos();
        round.attempt("Looking for abandoned payouts", () -> round.found |= sweepAbandoned.sweep());
      }
      if (nanoTime.getAsLong() - nextWatch >= 0) {
        nextWatch = nanoTime.getAsLong() + WATCH_EVERY.toNanos();
        round.attempt("Looking for payouts that nobody serves", watchUnserved::watch);
      }
      if (nanoTime.getAsLong() - nextAsk >= 0) {
        nextAsk = nanoTime.getAsLong() + ASK_EVERY.toNanos();
        round.attempt("Asking about attempts", () -> askAboutAttempts.ask(lanes.executor));
      }
      round.attempt("Following the providers", lanes::follow);
      for (Lane lane : lanes.all()) {
        round.attempt(
            "Looking for due payouts of " + lane.provider().name(),
            () -> round.found |= work(lane));
      }
      if (round.failed) {
        due.await(AFTER_FAILURE);
      } else if (!round.found) {
        due.await(config.pollInterval());
      }
    }
  }

  /**
   * One look at everything. A step that fails keeps none of the others from being done, not even by
   * an error: one provider's trouble must not become another's. A stop ends the steps, too.
   */
  private final class Round {
    private boolean found;
    private boolean failed;

    void attempt(String what, Runnable step) {
      if (!running) {
        return;
      }
      try {
        step.run();
      } catch (RuntimeException e) {
        failed = true;
        LOG.warnf("%s failed and is tried again: %s", what, e.toString());
      } catch (Throwable e) {
        failed = true;
        LOG.errorf(e, "%s ended with an error and is tried again", what);
      }
      pulse.beat();
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
   * Stops: from now on nothing is claimed or sent, and calls that are running may end within the
   * grace; what does not is recorded as unknown. Stopping what is stopped changes nothing; a second
   * caller waits for the first.
   */
  public void stop() throws InterruptedException {
    running = false;
    runningClaims.close();
    pulse.rest();
    due.raise();
    end(runningClaims.all().size(), nanoTime.getAsLong() + config.stopGrace().toNanos());
  }

  private synchronized void end(int before, long deadline) throws InterruptedException {
    if (loop != null) {
      loop.join(Duration.ofNanos(Math.max(1, deadline - nanoTime.getAsLong())));
      loop = null;
    }
    if (calls != null) {
      stopWork.stop(calls, before, deadline);
      calls = null;
    }
  }
}
