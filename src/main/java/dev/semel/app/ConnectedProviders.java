// What accepting payouts needs to know of the providers that are connected.
package dev.semel.app;

import dev.semel.domain.ClientReference;
import dev.semel.domain.ProviderTerms;
import dev.semel.payout.NewPayout;
import dev.semel.payout.ProviderDirectory;
import dev.semel.problem.FieldError;
import dev.semel.problem.FieldErrorCode;
import dev.semel.provider.Provider;
import dev.semel.provider.Providers;
import dev.semel.provider.SubmissionRequest;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Answers what accepting and deciding need to know of the providers that are connected, from their
 * files.
 */
@Singleton
public final class ConnectedProviders implements ProviderDirectory {
  private static final Duration DAY = Duration.ofDays(1);

  private final Providers providers;

  ConnectedProviders(Providers providers) {
    this.providers = providers;
  }

  @Override
  public ProviderTerms terms(String provider) {
    return providers.find(provider).map(Provider::terms).orElseGet(() -> promisesNothing(provider));
  }

  /**
   * The terms of a provider that is no longer connected: it is asked for nothing, and nothing is
   * concluded from its silence.
   */
  private static ProviderTerms promisesNothing(String provider) {
    return new ProviderTerms(
        provider,
        ClientReference.Form.BASE32_UPPER,
        ProviderTerms.Repeats.NONE,
        Optional.empty(),
        Optional.empty(),
        false,
        new ProviderTerms.RetryTerms(DAY, DAY, 1, DAY),
        List.of(),
        List.of(DAY),
        Map.of());
  }

  @Override
  public Optional<String> choose(NewPayout payout) {
    return providers.all().stream()
        .filter(
            provider ->
                payout.provider().isEmpty() || payout.provider().get().equals(provider.name()))
        .filter(
            provider ->
                provider.capacity().serves(payout.country(), payout.method(), payout.money()))
        .map(Provider::name)
        .findFirst();
  }

  @Override
  public List<FieldError> missingData(String provider, NewPayout payout) {
    return providers
        .find(provider)
        .map(found -> found.missingData(sample(payout)))
        .orElse(List.of())
        .stream()
        .map(
            missing ->
                FieldError.at(
                    missing.pointer(),
                    missing.there() ? FieldErrorCode.PROVIDER_CANNOT_TAKE : FieldErrorCode.REQUIRED,
                    missing.detail()))
        .toList();
  }

  /**
   * The request as the provider would get it; ids, reference and key do not exist yet and are
   * always there later.
   */
  private static SubmissionRequest sample(NewPayout payout) {
    String later = "later";
    return new SubmissionRequest(
        later,
        1,
        later,
        later,
        payout.money(),
        payout.beneficiary(),
        payout.sender(),
        payout.purpose(),
        payout.reference(),
        later);
  }
}
