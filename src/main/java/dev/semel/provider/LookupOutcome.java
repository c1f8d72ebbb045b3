package dev.semel.provider;

import dev.semel.domain.ProviderStatement;

/** What a question about a payout brought. */
public sealed interface LookupOutcome {
  /** The provider has it, and says how it stands. */
  record Found(ProviderStatement statement) implements LookupOutcome {}

  /** The provider says that it has no such payout; that alone proves nothing. */
  record Absent() implements LookupOutcome {}

  /** No usable answer: the provider could not be reached, or what it said is not understood. */
  record Unclear(String reason) implements LookupOutcome {}
}
