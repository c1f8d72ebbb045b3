// A partner that answers what a test says.
package dev.semel.testing;

import dev.semel.domain.ProviderTerms;
import dev.semel.provider.Availability;
import dev.semel.provider.LookupOutcome;
import dev.semel.provider.Provider;
import dev.semel.provider.ProviderCapacity;
import dev.semel.provider.ProviderQuery;
import dev.semel.provider.SubmitOutcome;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/** A partner that answers what a test says, and counts how often it is asked. */
public final class PaperPartner {
  private final ProviderTerms terms;

  /** Whether it can be asked how a payout stands. */
  public boolean canBeAsked = true;

  /** Whether it is asked before a final state is believed. */
  public boolean confirmsTerminalEvents;

  /** What it answers to a question, and to a request that is made again in order to ask. */
  public Supplier<LookupOutcome> answer = () -> new LookupOutcome.Unclear("503");

  /** Whether it is asked by making the same request again. */
  public boolean resends;

  /** Whether it recognises the same request that is made again. */
  public boolean recognisesRepeats;

  /** What happens when a request is about to be written; it is not written where we then say no. */
  public Runnable beforeWriting = () -> {};

  /** Whether we are asked before the same request is made again. */
  public boolean asksBeforeResending;

  /** What it answers to a submission that was written. */
  public Supplier<SubmitOutcome> submission = () -> new SubmitOutcome.Unknown("read time-out");

  /** What it answers to a question about a reference, before {@link #answer}. */
  public Function<ProviderQuery, Optional<LookupOutcome>> answerTo = _ -> Optional.empty();

  /** How often it was asked. */
  public int asked;

  /** What it answers to the same request, where that is not its only question. */
  public Supplier<LookupOutcome> repeated = () -> new LookupOutcome.Unclear("503");

  /** How often it was asked so by the same request. */
  public int resent;

  /** How many submissions were written. */
  public int written;

  public PaperPartner(ProviderTerms terms) {
    this.terms = terms;
  }

  /** The provider as the engine has it. */
  public Provider provider() {
    return (Provider)
        Proxy.newProxyInstance(
            Provider.class.getClassLoader(),
            new Class<?>[] {Provider.class},
            (_, method, arguments) ->
                switch (method.getName()) {
                  case "name" -> terms.provider();
                  case "terms" -> terms;
                  case "capacity" -> new ProviderCapacity(List.of(), 100, 100_000, Map.of());
                  case "availability" -> new Availability.Available();
                  case "listsStatus" -> true;
                  case "canBeAsked" -> canBeAsked;
                  case "confirmsTerminalEvents" -> confirmsTerminalEvents;
                  case "missingData" -> List.of();
                  case "submit" -> submitted((BooleanSupplier) arguments[1]);
                  case "lookup", "status" ->
                      answerTo.apply((ProviderQuery) arguments[0]).orElseGet(this::asked);
                  case "resending" ->
                      resends || recognisesRepeats
                          ? Optional.of((Provider.Resending) (_, maySend) -> resent(maySend))
                          : Optional.empty();
                  case "resendIsLookup" -> resends;
                  default -> throw new UnsupportedOperationException(method.toString());
                });
  }

  private SubmitOutcome submitted(BooleanSupplier maySend) {
    beforeWriting.run();
    if (!maySend.getAsBoolean()) {
      return new SubmitOutcome.HeldBack("too late");
    }
    written++;
    return submission.get();
  }

  private LookupOutcome resent(BooleanSupplier maySend) {
    beforeWriting.run();
    if (asksBeforeResending && !maySend.getAsBoolean()) {
      return new LookupOutcome.Unclear("too late");
    }
    resent++;
    return recognisesRepeats ? repeated.get() : asked();
  }

  private LookupOutcome asked() {
    asked++;
    return answer.get();
  }
}
