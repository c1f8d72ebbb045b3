// A partner that answers what a test says.
package dev.semel.testing;

import dev.semel.domain.ProviderTerms;
import dev.semel.provider.Availability;
import dev.semel.provider.LookupOutcome;
import dev.semel.provider.Provider;
import dev.semel.provider.ProviderCapacity;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  /** How often it was asked. */
  public int asked;

  public PaperPartner(ProviderTerms terms) {
    this.terms = terms;
  }

  /** The provider as the engine has it. */
  public Provider provider() {
    return (Provider)
        Proxy.newProxyInstance(
            Provider.class.getClassLoader(),
            new Class<?>[] {Provider.class},
            (_, method, _) ->
                switch (method.getName()) {
                  case "name" -> terms.provider();
                  case "terms" -> terms;
                  case "capacity" -> new ProviderCapacity(List.of(), 100, 100_000, Map.of());
                  case "availability" -> new Availability.Available();
                  case "listsStatus" -> true;
                  case "canBeAsked" -> canBeAsked;
                  case "confirmsTerminalEvents" -> confirmsTerminalEvents;
                  case "lookup", "status" -> asked();
                  case "resending" ->
                      resends
                          ? Optional.of((Provider.Resending) (_, _) -> asked())
                          : Optional.empty();
                  default -> throw new UnsupportedOperationException(method.toString());
                });
  }

  private LookupOutcome asked() {
    asked++;
    return answer.get();
  }
}
