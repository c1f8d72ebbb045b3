package dev.semel.provider;

import dev.semel.domain.ProviderStatement;
import java.util.Optional;

/** What a question about a payout brought. */
public sealed interface LookupOutcome {
  /** The provider has it, and says how it stands. */
  record Found(ProviderStatement statement) implements LookupOutcome {}

  /** The provider says that it has no such payout; that alone proves nothing. */
  record Absent() implements LookupOutcome {}

  /**
   * No usable answer: the provider could not be reached, or what it said is not understood.
   *
   * @param reason why it told nothing
   * @param alarm what people are to be told at once, where the answer itself is suspect
   */
  record Unclear(String reason, Optional<String> alarm) implements LookupOutcome {
    /** One that people need not be told of at once. */
    public Unclear(String reason) {
      this(reason, Optional.empty());
    }
  }
}
