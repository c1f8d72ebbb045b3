// What the call log keeps of one exchange.
package dev.semel.provider.http;

import dev.semel.provider.Masking;
import dev.semel.provider.ProviderCall;
import dev.semel.provider.ProviderCall.Phase;
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

  private static final int MOST_MASKED = 8 * ProviderCall.LONGEST_BODY;

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
        answer.map(a -> masking.headers(a.headers())).orElse(Map.<String, List<String>>of()),
        answer.flatMap(a -> answered(a.body(), masking)),
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

  /** Of a list only how long it was: it may hold payouts of other tenants. */
  private Optional<String> answered(byte[] content, Masking masking) {
    return call.subject().amongOthers()
        ? Optional.of("(a list of " + content.length + " bytes, which may hold payouts of others)")
        : body(content, masking);
  }

  /** Of a long body the beginning is masked and kept: all of it would keep the call waiting. */
  private static Optional<String> body(byte[] content, Masking masking) {
    if (content.length == 0) {
      return Optional.empty();
    }
    int looked = Math.min(content.length, MOST_MASKED);
    String text = new String(content, 0, looked, StandardCharsets.UTF_8).replace('\0', '\uFFFD');
    String masked = masking.body(text);
    int longest = ProviderCall.LONGEST_BODY;
    if (masked.length() <= longest) {
      return Optional.of(masked);
    }
    boolean splitsPair = Character.isHighSurrogate(masked.charAt(longest - 1));
    return Optional.of(masked.substring(0, splitsPair ? longest - 1 : longest));
  }
}
