package dev.semel.domain;

import dev.semel.domain.ProviderTerms.Repeats;
import java.time.Duration;
import java.util.Optional;

/**
 * What a payout whose outcome is unknown rests on: what the provider makes of a request that it has
 * seen, and how long. It is kept with each attempt as it was when the attempt was sent, for a file
 * that is changed later says nothing of what was sent under the one before.
 *
 * @param repeats what a repeated request does there
 * @param window how long it remembers a key or reference; empty is for ever
 * @param visibleWithin when an accepted submission shows in a lookup; empty where nothing is
 *     promised
 * @param fingerprint of what requests and questions are made of: the same as long as a repeat is
 *     the same request to the same place
 */
public record Promises(
    Repeats repeats,
    Optional<Duration> window,
    Optional<Duration> visibleWithin,
    String fingerprint) {

  /**
   * The cautious one of both: what is promised here and there. Nothing is where requests are made
   * otherwise, for a repeat would be another request, and a question might go to another place.
   */
  public Promises and(Promises other) {
    boolean same = fingerprint.equals(other.fingerprint);
    return same
        ? new Promises(
            repeats == other.repeats ? repeats : Repeats.NONE,
            shorter(window, other.window),
            longer(visibleWithin, other.visibleWithin),
            fingerprint)
        : new Promises(
            Repeats.NONE, Optional.of(Duration.ZERO), Optional.empty(), other.fingerprint);
  }

  private static Optional<Duration> shorter(Optional<Duration> one, Optional<Duration> other) {
    boolean here = other.isEmpty() || one.filter(w -> w.compareTo(other.get()) <= 0).isPresent();
    return here ? one : other;
  }

  private static Optional<Duration> longer(Optional<Duration> one, Optional<Duration> other) {
    boolean neither = one.isEmpty() || other.isEmpty();
    return neither ? Optional.empty() : one.get().compareTo(other.get()) >= 0 ? one : other;
  }
}
