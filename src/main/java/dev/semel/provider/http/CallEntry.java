// What the call log keeps of one exchange.
package dev.semel.provider.http;

import dev.semel.provider.Masking;
import dev.semel.provider.ProviderCall;
import dev.semel.provider.ProviderCall.Phase;
import dev.semel.provider.http.CallSubject.Kept;
import dev.semel.provider.http.Caller.Call;
import dev.semel.provider.http.Caller.Judged;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One exchange, before it is masked.
 *
 * @param call what it was for
 * @param request the request as it was written
 * @param transfer how far it came
 * @param judged what it meant
 * @param startedAt when it began
 * @param duration how long it took
 */
record CallEntry(
    Call<?> call,
    OutboundRequest request,
    Transfer transfer,
    Judged<?> judged,
    Instant startedAt,
    Duration duration) {

  /** As it may be seen. */
  ProviderCall masked(String id, String provider, Masking known) {
    Masking masking = known.knowing(call.subject().accounts());
    Optional<Transfer.Answered> answer =
        transfer instanceof Transfer.Answered answered ? Optional.of(answered) : Optional.empty();
    return new ProviderCall(
        id,
        provider,
        call.subject().payoutId(),
        call.subject().attempt(),
        call.operation(),
        request.method(),
        masking.url(request.url().toString()),
        masking.headers(request.headers()),
        body(request.body(), masking),
        phaseOf(transfer),
        answer.map(Transfer.Answered::status),
        answer.map(a -> headers(a, masking)).orElse(Map.<String, List<String>>of()),
        answer.flatMap(a -> answered(a, masking)),
        judged.word(),
        judged.error().map(masking::text),
        startedAt,
        duration,
        call.subject().correlationId());
  }

  private static Phase phaseOf(Transfer transfer) {
    return switch (transfer) {
      case Transfer.NotConnected _, Transfer.Withheld _ -> Phase.NOT_CONNECTED;
      case Transfer.NoAnswer _ -> Phase.HANDED_OVER;
      case Transfer.Answered _ -> Phase.ANSWERED;
    };
  }

  private Map<String, List<String>> headers(Transfer.Answered answer, Masking masking) {
    return call.subject().kept() == Kept.NAMES
        ? new TokenAnswer(answer, masking).headers()
        : masking.headers(answer.headers());
  }

  private Optional<String> answered(Transfer.Answered answer, Masking masking) {
    byte[] content = answer.body();
    return switch (call.subject().kept()) {
      case MASKED -> body(content, masking);
      case LENGTH ->
          Optional.of("(a list of " + content.length + " bytes, which may hold payouts of others)");
      case NAMES ->
          content.length == 0
              ? Optional.empty()
              : Optional.of(
                  Masking.beginning(
                      new TokenAnswer(answer, masking).body(), ProviderCall.LONGEST_BODY));
    };
  }

  private static Optional<String> body(byte[] content, Masking masking) {
    if (content.length == 0) {
      return Optional.empty();
    }
    String text = new String(content, StandardCharsets.UTF_8).replace('\0', '\uFFFD');
    return Optional.of(masking.body(text, ProviderCall.LONGEST_BODY));
  }
}
