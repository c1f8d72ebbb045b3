package dev.semel.provider.http;

import dev.semel.provider.ProviderQuery;
import dev.semel.provider.SubmissionRequest;
import java.util.List;
import java.util.Optional;

/**
 * What an exchange is about, for the call log.
 *
 * @param accounts the account numbers of the payout, where they are known: they are masked
 * @param amongOthers whether the answer holds payouts of others too, which whoever may see this one
 *     must not see
 */
record CallSubject(
    Optional<String> payoutId,
    Optional<Integer> attempt,
    String correlationId,
    List<String> accounts,
    boolean amongOthers) {
  private static final List<String> ACCOUNTS =
      List.of(
          "/bank_account/account_number",
          "/bank_account/iban",
          "/mobile_wallet/msisdn",
          "/card_token/token");

  static CallSubject of(SubmissionRequest request) {
    return new CallSubject(
        Optional.of(request.payoutId()),
        Optional.of(request.attempt()),
        request.correlationId(),
        ACCOUNTS.stream().map(at -> request.beneficiary().at(at).asText()).toList(),
        false);
  }

  static CallSubject of(ProviderQuery query) {
    return new CallSubject(
        Optional.of(query.payoutId()),
        Optional.of(query.attempt()),
        query.correlationId(),
        List.of(),
        false);
  }

  /** A list in which the payout is looked for. */
  static CallSubject ofList(ProviderQuery query) {
    return new CallSubject(
        Optional.of(query.payoutId()),
        Optional.of(query.attempt()),
        query.correlationId(),
        List.of(),
        true);
  }

  static CallSubject ofReport(String correlationId) {
    return new CallSubject(Optional.empty(), Optional.empty(), correlationId, List.of(), false);
  }
}
