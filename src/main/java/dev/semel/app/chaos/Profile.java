// How a simulated partner behaves, and what it promises.
package dev.semel.app.chaos;

import dev.semel.domain.ClientReference;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.ProviderTerms;
import dev.semel.domain.ProviderTerms.Repeats;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a simulated partner behaves, and what it promises.
 *
 * @param terms what its file would say
 * @param confirms whether a final state is to be confirmed by asking
 * @param signs whether it signs its webhooks
 * @param numbers whether it numbers its statements; else they carry its own time
 * @param clockOff how far its clock is off
 */
record Profile(
    ProviderTerms terms, boolean confirms, boolean signs, boolean numbers, Duration clockOff) {

  /** The partners of every simulation. */
  static final List<Profile> ALL =
      List.of(
          new Profile(
              terms("alder", Repeats.REPLAYS_KEY, hours(30), minutes(2), true, Map.of()),
              false,
              true,
              true,
              Duration.ofHours(1)),
          new Profile(
              terms(
                  "birch",
                  Repeats.REJECTS_DUPLICATE_REFERENCE,
                  hours(168),
                  minutes(10),
                  true,
                  Map.of()),
              true,
              true,
              false,
              Duration.ofHours(-1)),
          new Profile(
              terms("cedar", Repeats.NONE, Optional.empty(), Optional.empty(), true, Map.of()),
              false,
              false,
              true,
              Duration.ZERO),
          new Profile(
              terms(
                  "dogwood",
                  Repeats.REPLAYS_KEY,
                  minutes(45),
                  minutes(5),
                  true,
                  Map.of(ProviderStatus.FAILED, ProviderStatus.RETURNED)),
              false,
              true,
              true,
              Duration.ofMinutes(7)));

  private static ProviderTerms terms(
      String name,
      Repeats repeats,
      Optional<Duration> window,
      Optional<Duration> visible,
      boolean canLookUp,
      Map<ProviderStatus, ProviderStatus> afterPaid) {
    return new ProviderTerms(
        name,
        ClientReference.Form.BASE32_UPPER,
        repeats,
        window,
        visible,
        canLookUp,
        new ProviderTerms.RetryTerms(
            Duration.ofSeconds(2), Duration.ofMinutes(5), 8, Duration.ofHours(6)),
        List.of(
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofMinutes(3),
            Duration.ofMinutes(6),
            Duration.ofMinutes(12),
            Duration.ofMinutes(15)),
        List.of(
            Duration.ofMinutes(2),
            Duration.ofMinutes(20),
            Duration.ofHours(1),
            Duration.ofHours(4)),
        afterPaid);
  }

  private static Optional<Duration> hours(int hours) {
    return Optional.of(Duration.ofHours(hours));
  }

  private static Optional<Duration> minutes(int minutes) {
    return Optional.of(Duration.ofMinutes(minutes));
  }

  String name() {
    return terms.provider();
  }

  /** Whether a repeated reference is never a second payout there, while it is remembered. */
  boolean knowsRepeats() {
    return terms.repeats() != Repeats.NONE;
  }
}
