package dev.semel.provider.http;

import dev.semel.provider.ProviderQuery;
import dev.semel.provider.SubmissionRequest;
import java.util.List;
import java.util.Optional;

/**
 * What an exchange is about, for the call log.
 *
 * @param accounts the account numbers of the payout, where they are known: they are masked
 * @param kept what of the answer is kept
 */
record CallSubject(
    Optional<String> payoutId,
    Optional<Integer> attempt,
    String correlationId,
    List<String> accounts,
    Kept kept) {
  /** What of an answer is kept. */
  enum Kept {
    /** All of it, masked. */
    MASKED,
    /**
     * How long it is: it may hold payouts of others, which whoever may see this one must not see.
     */
    LENGTH,
    /** The names of its members: any of its values may be a token. */
    NAMES
  }

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
        Kept.MASKED);
  }

  static CallSubject of(ProviderQuery query) {
    return new CallSubject(
        Optional.of(query.payoutId()),
        Optional.of(query.attempt()),
        query.correlationId(),
        List.of(),
        Kept.MASKED);
  }

  /** A list in which the payout is looked for. */
  static CallSubject ofList(ProviderQuery query) {
    return new CallSubject(
        Optional.of(query.payoutId()),
        Optional.of(query.attempt()),
        query.correlationId(),
        List.of(),
        Kept.LENGTH);
  }

  /** The same for the call that gets a token. */
  CallSubject ofToken() {
    return new CallSubject(payoutId, attempt, correlationId, accounts, Kept.NAMES);
  }

  static CallSubject ofReport(String correlationId) {
    return new CallSubject(
        Optional.empty(), Optional.empty(), correlationId, List.of(), Kept.MASKED);
  }
}
