// The numbers that go with a fault, where the defaults do not fit.
package dev.semel.simulator;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings of one planned fault.
 *
 * @param ms a time in milliseconds: how slow, how long hidden, how late the return
 * @param seconds whole seconds: Retry-After, or how long connections are refused
 * @param amount a decimal amount in the payout's currency: what is accepted, reported or returned
 *     instead
 * @param copies how often each webhook comes in all
 */
record FaultParams(
    @Nullable Long ms,
    @Nullable Integer seconds,
    @Nullable String amount,
    @Nullable Integer copies) {

  static final FaultParams NONE = new FaultParams(null, null, null, null);

  FaultParams {
    refuseNegative("ms", ms);
    refuseNegative("seconds", seconds);
    refuseNegative("copies", copies);
    if (amount != null && !PayoutRequest.AMOUNT.matcher(amount).matches()) {
      throw new IllegalArgumentException("params.amount must be a decimal such as \"12.50\"");
    }
  }

  /** The time of this fault, or the instance's default. */
  Duration time(Duration otherwise) {
    return ms == null ? otherwise : Duration.ofMillis(ms);
  }

  int secondsOr(int otherwise) {
    return seconds == null ? otherwise : seconds;
  }

  int copiesOr(int otherwise) {
    return copies == null ? otherwise : copies;
  }

  private static void refuseNegative(String name, @Nullable Number value) {
    if (value != null && value.longValue() < 0) {
      throw new IllegalArgumentException("params.%s must not be negative".formatted(name));
    }
  }
}
