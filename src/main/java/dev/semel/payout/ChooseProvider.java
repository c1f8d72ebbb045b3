// Chooses who is to pay a payout.
package dev.semel.payout;

import dev.semel.problem.FieldError;
import jakarta.inject.Singleton;
import java.util.List;

/** Chooses who is to pay a payout, and checks that it has everything that provider needs. */
@Singleton
final class ChooseProvider {
  private final ProviderDirectory providers;

  ChooseProvider(ProviderDirectory providers) {
    this.providers = providers;
  }

  /** Chooses the provider of a payout. */
  Choice choose(NewPayout asked) {
    return providers
        .choose(asked)
        .map(provider -> checked(asked, provider))
        .orElseGet(() -> new Choice.Unserved(unserved(asked)));
  }

  private Choice checked(NewPayout asked, String provider) {
    List<FieldError> missing = providers.missingData(provider, asked);
    return missing.isEmpty() ? new Choice.Chosen(asked, provider) : new Choice.Incomplete(missing);
  }

  private static String unserved(NewPayout asked) {
    String who =
        asked
            .provider()
            .map(name -> "The provider '" + name + "' does not serve")
            .orElse("No provider serves");
    return who
        + " "
        + asked.money()
        + " to "
        + asked.country()
        + " by "
        + asked.method()
        + ". Change the request, or ask the operators of this server to connect a provider that does.";
  }

  /** Who is to pay a payout, or why nobody can. */
  sealed interface Choice {
    /** A provider serves it, and it has everything that provider needs. */
    record Chosen(NewPayout payout, String provider) implements Choice {}

    /** No provider serves it; the sentence says what to do. */
    record Unserved(String detail) implements Choice {}

    /** The provider needs what the payout lacks, each at its place in the payout as asked. */
    record Incomplete(List<FieldError> missing) implements Choice {}
  }
}
