// The call that gets a token, and what its answer means.
package dev.semel.provider.http;

import dev.semel.domain.RetryAfter;
import dev.semel.provider.ProviderCall.Operation;
import dev.semel.provider.UnreadableMessageException;
import dev.semel.provider.file.Answer;
import dev.semel.provider.file.AuthTerms.TokenCall;
import dev.semel.provider.file.ReadValues;
import dev.semel.provider.file.RenderingException;
import dev.semel.provider.file.TemplateValues;
import dev.semel.provider.http.Caller.Judged;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Asks for a token, once. A good answer is one of status 2xx that carries what the file says;
 * anything else means that there is none, and nothing worse: the call moves no money.
 */
final class TokenFetch {
  private static final Duration LONGEST_LIFE = Duration.ofDays(1);
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int UNAVAILABLE = 503;

  private final TokenCall call;
  private final RequestWriter writer;
  private final Caller caller;
  private final TemplateValues values;

  TokenFetch(TokenCall call, RequestWriter writer, Caller caller, TemplateValues values) {
    this.call = call;
    this.writer = writer;
    this.caller = caller;
    this.values = values;
  }

  /** What came of it. */
  sealed interface Fetched {
    /**
     * A token.
     *
     * @param life how long it lasts from its request on; nothing when it is over already
     */
    record Got(AccessToken token, Duration life) implements Fetched {}

    /**
     * None.
     *
     * @param patience there when the partner asks for it
     */
    record None(String reason, Optional<RetryAfter> patience) implements Fetched {
      None(String reason) {
        this(reason, Optional.empty());
      }
    }
  }

  Fetched fetch(CallSubject subject) {
    try {
      OutboundRequest request = writer.write(call.request(), values, subject.correlationId());
      return caller.call(Operation.PREPARE, subject.ofToken(), request, this::judge);
    } catch (RenderingException e) {
      return new Fetched.None("the request for a token could not be made: " + e.getMessage());
    }
  }

  private Judged<Fetched> judge(Transfer transfer) {
    return switch (transfer) {
      case Transfer.NotConnected not -> none(not.reason(), "not_sent");
      case Transfer.Withheld held -> none(held.reason(), "not_sent");
      case Transfer.NoAnswer none -> none(none.reason(), "unknown");
      case Transfer.Answered answered -> answered(answered, Answers.of(answered));
    };
  }

  private static Judged<Fetched> none(String reason, String word) {
    return new Judged<>(new Fetched.None(reason), word, Optional.of(reason));
  }

  private Judged<Fetched> answered(Transfer.Answered answered, Answer answer) {
    int status = answer.status();
    RetryAfter after = RetryAfter.of(answer.headers());
    boolean says = after.pause().isPresent() || after.at().isPresent();
    if (status == TOO_MANY_REQUESTS || (status == UNAVAILABLE && says)) {
      String reason = "the partner asks for patience: http_" + status;
      return new Judged<>(
          new Fetched.None(reason, Optional.of(after)), "busy", Optional.of(reason));
    }
    if (status / 100 != 2 || !(answer.body() instanceof Answer.Body.Json)) {
      return none("its answer has none: " + Answers.notUnderstood(answer), "unclear");
    }
    try {
      ReadValues read = call.read().read(answer.json());
      return got(read, capped(life(read, answered).orElse(call.lasts())));
    } catch (UnreadableMessageException e) {
      return none("its answer is not as promised: " + e.getMessage(), "unclear");
    }
  }

  private static Judged<Fetched> got(ReadValues read, Duration life)
      throws UnreadableMessageException {
    try {
      String value = Encoding.header("of a token", read.text("token").orElse(""));
      if (value.isEmpty()) {
        return none("its answer has none", "unclear");
      }
      return new Judged<>(
          new Fetched.Got(new AccessToken(value), life), "accepted", Optional.empty());
    } catch (RenderingException e) {
      return none("what it gave can't stand in a header", "unclear");
    }
  }

  /** How long the answer says that its token lasts; empty where it does not. */
  private static Optional<Duration> life(ReadValues read, Transfer.Answered answered)
      throws UnreadableMessageException {
    Optional<Duration> until = read.instant("expires_at").flatMap(end -> since(answered, end));
    Optional<Duration> seconds =
        read.wholeNumber("expires_in")
            .map(s -> Duration.ofSeconds(Math.clamp(s, 0, LONGEST_LIFE.toSeconds())));
    return seconds.or(() -> until);
  }

  private static Duration capped(Duration life) {
    if (life.isNegative()) {
      return Duration.ZERO;
    }
    return life.compareTo(LONGEST_LIFE) > 0 ? LONGEST_LIFE : life;
  }

  private static Optional<Duration> since(Transfer.Answered answered, Instant end) {
    return RetryAfter.answeredAt(answered.headers()).map(from -> Duration.between(from, end));
  }
}
