package dev.semel.provider.http;

import dev.semel.provider.ProviderQuery;
import dev.semel.provider.SubmissionRequest;
import java.util.Optional;

/** What an exchange is about, for the call log. */
record CallSubject(Optional<String> payoutId, Optional<Integer> attempt, String correlationId) {
  static CallSubject of(SubmissionRequest request) {
    return new CallSubject(
        Optional.of(request.payoutId()), Optional.of(request.attempt()), request.correlationId());
  }

  static CallSubject of(ProviderQuery query) {
    return new CallSubject(
        Optional.of(query.payoutId()), Optional.of(query.attempt()), query.correlationId());
  }

  static CallSubject ofReport(String correlationId) {
    return new CallSubject(Optional.empty(), Optional.empty(), correlationId);
  }
}
