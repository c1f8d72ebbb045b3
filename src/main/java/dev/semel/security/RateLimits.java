// Counts the requests of each credential, on this node.
package dev.semel.security;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import io.quarkus.runtime.Startup;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/**
 * A token bucket for each credential that has passed authentication: every request takes a token,
 * and tokens come back evenly. Buckets are this node's alone; with several nodes a credential may
 * send as many times more. Their number is bounded, and one that nobody used until it was full
 * again is forgotten, which changes nothing.
 */
@Startup(RateLimits.BEFORE_THE_WORKERS)
@Singleton
public final class RateLimits {
  /** A limit that can't be used stops the start before anything works. */
  static final int BEFORE_THE_WORKERS = 50;

  private static final String OFF = "off";
  private static final int MOST_BUCKETS = 100_000;
  private static final int BURST_IN_SECONDS = 2;
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final long NANOS = SECOND.toNanos();

  private final long perSecond;
  private final long burst;
  private final LongSupplier nanoTime;
  private final Cache<String, Bucket> buckets;

  RateLimits(RateLimitConfig config, LongSupplier nanoTime) {
    this.perSecond =
        config.perSecond().strip().toLowerCase(Locale.ROOT).equals(OFF)
            ? 0
            : number("SEMEL_RATE_LIMIT_PER_SECOND", config.perSecond(), 0);
    this.burst =
        config
            .burst()
            .map(text -> number("SEMEL_RATE_LIMIT_BURST", text, 1))
            .orElse(BURST_IN_SECONDS * perSecond);
    this.nanoTime = nanoTime;
    this.buckets =
        Caffeine.newBuilder()
            .maximumSize(MOST_BUCKETS)
            .expireAfterAccess(Duration.ofSeconds(Math.max(1, windowSeconds())))
            .ticker(nanoTime::getAsLong)
            .executor(Runnable::run)
            .build();
  }

  /**
   * Where a credential stands after a request.
   *
   * @param allowed whether the request is within the limit
   * @param remaining how many more may come at once
   * @param resetSeconds until the burst is whole again, rounded up
   * @param retrySeconds until the next request is within the limit, rounded up; 0 when one is now
   */
  public record Standing(boolean allowed, long remaining, long resetSeconds, long retrySeconds) {}

  /** Counts a request of a credential; empty when there is no limit. */
  public Optional<Standing> spend(String credentialId) {
    if (perSecond == 0) {
      return Optional.empty();
    }
    ConsumptionProbe probe =
        buckets.get(credentialId, _ -> bucket()).tryConsumeAndReturnRemaining(1);
    return Optional.of(
        new Standing(
            probe.isConsumed(),
            probe.getRemainingTokens(),
            seconds(probe.getNanosToWaitForReset()),
            seconds(probe.getNanosToWaitForRefill())));
  }

  /** How many requests may come at once. */
  public long burst() {
    return burst;
  }

  /** How long it takes until a burst may come again, in seconds, rounded up. */
  public long windowSeconds() {
    return perSecond == 0 ? 0 : Math.ceilDiv(burst, perSecond);
  }

  /** How many credentials are remembered. */
  long remembered() {
    buckets.cleanUp();
    return buckets.estimatedSize();
  }

  private Bucket bucket() {
    return Bucket.builder()
        .addLimit(limit -> limit.capacity(burst).refillGreedy(perSecond, SECOND))
        .withCustomTimePrecision(new Meter(nanoTime))
        .build();
  }

  private static long seconds(long nanos) {
    return Math.ceilDiv(nanos, NANOS);
  }

  private static long number(String variable, String text, long least) {
    if (!NUMBER.matcher(text.strip()).matches() || Long.parseLong(text.strip()) < least) {
      throw new IllegalStateException(
          variable
              + " is '"
              + text
              + "', but a limit is a whole number of requests"
              + (least == 0 ? ", or off" : ", 1 at least"));
    }
    return Long.parseLong(text.strip());
  }

  /** The node's monotonic clock, as the buckets want it. */
  private record Meter(LongSupplier nanoTime) implements TimeMeter {
    @Override
    public long currentTimeNanos() {
      return nanoTime.getAsLong();
    }

    @Override
    public boolean isWallClockBased() {
      return false;
    }
  }
}
