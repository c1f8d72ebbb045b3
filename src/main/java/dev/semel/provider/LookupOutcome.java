package dev.semel.provider;

import dev.semel.domain.ProviderStatement;
import dev.semel.domain.RetryAfter;
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
   * @param patience where the question was the same request once more, and it was not taken: how
   *     long to wait before it may be sent again
   * @param referenceTaken whether it said all the same that it has our reference
   */
  record Unclear(
      String reason, Optional<String> alarm, Optional<RetryAfter> patience, boolean referenceTaken)
      implements LookupOutcome {
    /** One that people need not be told of at once. */
    public Unclear(String reason) {
      this(reason, Optional.empty());
    }

    /** One after which it is looked up again as planned. */
    public Unclear(String reason, Optional<String> alarm) {
      this(reason, alarm, Optional.empty(), false);
    }

    /** One that says nothing but that the same request was not taken. */
    public static Unclear notTaken(String reason, RetryAfter patience) {
      return new Unclear(reason, Optional.empty(), Optional.of(patience), false);
    }

    /** The same where the request is to be sent again as it was to be before. */
    public Unclear asBefore() {
      return new Unclear(reason, alarm, Optional.of(RetryAfter.NOTHING), referenceTaken);
    }

    /** The same from a provider that has our reference, whatever became of its payout. */
    public Unclear ofTakenReference() {
      return new Unclear(reason, alarm, patience, true);
    }
  }
}
