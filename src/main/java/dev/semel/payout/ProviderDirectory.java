// What accepting and deciding need to know of providers, without calling any.
package dev.semel.payout;

import dev.semel.domain.ProviderTerms;
import dev.semel.problem.FieldError;
import java.util.List;
import java.util.Optional;

/**
 * What accepting and deciding need to know of the providers that this server is connected to.
 * Nothing here calls one.
 */
public interface ProviderDirectory {
  /**
   * The terms of a provider; cautious ones, which promise nothing, when it is no longer connected.
   */
  ProviderTerms terms(String provider);

  /**
   * Who is to pay a payout: the provider that was asked for, if it serves the payout, else the
   * first that does.
   *
   * @return the provider's name, or empty when none serves it
   */
  Optional<String> choose(NewPayout payout);

  /**
   * What the provider's request needs and the payout lacks, each at its place in the body as it was
   * sent.
   */
  List<FieldError> missingData(String provider, NewPayout payout);
}
