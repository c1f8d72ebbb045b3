// The engine of one node, stepped by hand.
package dev.semel.submission;

import dev.semel.provider.Provider;
import dev.semel.provider.Providers;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * The engine of one node, stepped by hand: what {@link SubmissionWorker} does in a loop, one step
 * at a time and without threads of its own. A simulation has several of them in one process.
 */
public final class SteppedNode {
  private final RunningClaims runningClaims;
  private final SubmitPayout submitPayout;
  private final ResolveUnknown resolveUnknown;
  private final CheckStatus checkStatus;
  private final SweepAbandoned sweepAbandoned;
  private final Map<Provider, ProviderLane> lanes = new LinkedHashMap<>();

  SteppedNode(
      Providers providers,
      ClaimDuePayouts claims,
      RunningClaims runningClaims,
      SubmitPayout submitPayout,
      ResolveUnknown resolveUnknown,
      CheckStatus checkStatus,
      SweepAbandoned sweepAbandoned,
      RecordFailure recordFailure,
      Executor calls,
      LongSupplier nanoTime) {
    this.runningClaims = runningClaims;
    this.submitPayout = submitPayout;
    this.resolveUnknown = resolveUnknown;
    this.checkStatus = checkStatus;
    this.sweepAbandoned = sweepAbandoned;
    for (Provider provider : providers.all()) {
      lanes.put(
          provider,
          new ProviderLane(provider, claims, runningClaims, recordFailure, calls, nanoTime));
    }
  }

  /** Renews the leases of running calls when it is time for that. */
  public void renew() {
    runningClaims.renewWhenDue();
  }

  /** Looks once for everything that was abandoned or is too late. */
  public void sweep() {
    sweepAbandoned.sweep();
  }

  /**
   * Claims what there is room for at a provider, and hands the calls to the executor.
   *
   * @return whether anything was claimed
   */
  public boolean work(Provider provider) {
    ProviderLane lane = lanes.get(provider);
    if (lane == null) {
      throw new IllegalArgumentException("no lane for " + provider.name());
    }
    return lane.work(
        claim -> submitPayout.submit(claim, provider),
        claim -> resolveUnknown.resolve(claim, provider),
        claim -> checkStatus.check(claim, provider));
  }
}
