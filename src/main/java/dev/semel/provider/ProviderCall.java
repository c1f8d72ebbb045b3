package dev.semel.provider;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One exchange with a provider, as the outbound call log keeps it. Everything in it is masked.
 *
 * @param id the id of the entry, {@code call_…}
 * @param provider the provider's name
 * @param payoutId the payout that it was about, where it was about one
 * @param attempt the number of the attempt, where there was one
 * @param operation what it was for
 * @param method the HTTP method
 * @param url the address with its query
 * @param requestHeaders the request's headers, names in lower case
 * @param requestBody the request's body, at most {@link #LONGEST_BODY} characters
 * @param phase how far it came
 * @param status the HTTP status; there exactly when the phase is {@code ANSWERED}
 * @param responseHeaders the answer's headers, names in lower case
 * @param responseBody the answer's body, at most {@link #LONGEST_BODY} characters
 * @param outcome what it meant, in one word such as {@code accepted}
 * @param error what went wrong, where something did
 * @param startedAt when it began
 * @param duration how long it took
 * @param correlationId ties it to the request or the work that caused it
 */
public record ProviderCall(
    String id,
    String provider,
    Optional<String> payoutId,
    Optional<Integer> attempt,
    Operation operation,
    String method,
    String url,
    Map<String, List<String>> requestHeaders,
    Optional<String> requestBody,
    Phase phase,
    Optional<Integer> status,
    Map<String, List<String>> responseHeaders,
    Optional<String> responseBody,
    String outcome,
    Optional<String> error,
    Instant startedAt,
    Duration duration,
    String correlationId) {
  /** How many characters of a body are kept. */
  public static final int LONGEST_BODY = 8 * 1024;

  public ProviderCall {
    requestHeaders = Map.copyOf(requestHeaders);
    responseHeaders = Map.copyOf(responseHeaders);
  }

  /** What an exchange was for. */
  public enum Operation {
    /** To have a payout paid: the one that moves money. */
    SUBMIT,
    /** A step before that, or the call that gets a token. */
    PREPARE,
    /** A question by our reference. */
    LOOKUP,
    /** A question by the provider's id. */
    STATUS,
    /** A report. */
    REPORT
  }

  /** How far an exchange came. */
  public enum Phase {
    /** No connection was ours: nothing was written. */
    NOT_CONNECTED,
    /** The request was handed to a connection, and no complete answer came. */
    HANDED_OVER,
    /** A complete answer came. */
    ANSWERED
  }
}
