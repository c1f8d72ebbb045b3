package dev.semel.domain;

import java.time.Instant;
import java.util.Optional;

/**
 * Where a provider's statement stands among its other statements about the same payout: by its
 * sequence where it numbers them, else by its own time. Never compared with a clock of ours.
 *
 * @param sequence the provider's own number of the statement, rising
 * @param occurredAt the provider's own time of the statement
 */
public record ProviderPosition(Optional<Long> sequence, Optional<Instant> occurredAt) {
  /** A statement that carries neither a number nor a time, as the answers to our own queries do. */
  public static final ProviderPosition UNPLACED =
      new ProviderPosition(Optional.empty(), Optional.empty());

  /**
   * True when both statements can be placed and this one is the older. Equal places are not older.
   */
  public boolean olderThan(ProviderPosition other) {
    if (sequence.isPresent() && other.sequence.isPresent()) {
      return sequence.get() < other.sequence.get();
    }
    if (occurredAt.isPresent() && other.occurredAt.isPresent()) {
      return occurredAt.get().isBefore(other.occurredAt.get());
    }
    return false;
  }

  /** True when both statements can be placed and neither is the older. */
  public boolean samePlaceAs(ProviderPosition other) {
    if (sequence.isPresent() && other.sequence.isPresent()) {
      return sequence.equals(other.sequence);
    }
    return occurredAt.isPresent() && occurredAt.equals(other.occurredAt);
  }

  /**
   * The later of what is known after this statement and one before it: members that this one lacks
   * keep their earlier value. One that is older than what is known advances nothing.
   */
  public ProviderPosition advancedFrom(ProviderPosition earlier) {
    if (olderThan(earlier)) {
      return earlier;
    }
    return new ProviderPosition(sequence.or(earlier::sequence), occurredAt.or(earlier::occurredAt));
  }
}
