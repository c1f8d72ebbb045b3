// The token of a partner: kept in memory, got by one caller while the others wait.
package dev.semel.provider.http;

import dev.semel.domain.RetryAfter;
import dev.semel.provider.file.AuthTerms.TokenCall;
import dev.semel.provider.file.RenderingException;
import dev.semel.provider.file.TemplateValues;
import dev.semel.provider.http.TokenFetch.Fetched;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * Gives each request the token that it carries. One is got when there is none, or the last is about
 * to end; never by two calls at once, and not before the end of a pause that the partner asked for.
 * How long a token lasts is counted from before its request, by a clock that only goes forward.
 */
final class AccessTokens {
  private static final Duration LONGEST_MARGIN = Duration.ofMinutes(1);
  private static final Duration LONGEST_PAUSE = Duration.ofDays(1);
  private static final int PART_OF_LIFE = 10;

  private final TokenCall call;
  private final TokenFetch fetch;
  private final TemplateValues values;
  private final Duration longestWait;
  private final LongSupplier nanos;

  private Optional<Kept> kept = Optional.empty();
  private Optional<CompletableFuture<Grant>> underWay = Optional.empty();
  private Optional<Pause> pause = Optional.empty();

  /** A token that may be used for so long, from a moment of the clock on. */
  private record Kept(AccessToken token, long from, long forNanos) {}

  /** No token is asked for within so long of a moment of the clock. */
  private record Pause(long from, long forNanos) {}

  /** A grant to wait for, and whether the one who asked has to bring it about. */
  private record Waiting(CompletableFuture<Grant> grant, boolean ours) {}

  /**
   * @param longestWait how long anybody waits for a token that somebody else gets
   * @param nanos a clock that only goes forward, in nanoseconds
   */
  AccessTokens(
      TokenCall call,
      TokenFetch fetch,
      TemplateValues values,
      Duration longestWait,
      LongSupplier nanos) {
    this.call = call;
    this.fetch = fetch;
    this.values = values;
    this.longestWait = longestWait;
    this.nanos = nanos;
  }

  /** What one who asked for a token has. */
  sealed interface Grant {
    /**
     * A token.
     *
     * @param fresh whether it was got after it was asked for
     */
    record Granted(AccessToken token, boolean fresh) implements Grant {}

    /**
     * None: nothing can be sent.
     *
     * @param patience there when the partner asks for it
     */
    record Denied(String reason, Optional<RetryAfter> patience) implements Grant {
      Denied(String reason) {
        this(reason, Optional.empty());
      }
    }
  }

  /** A token for a request; waits for it where it has to be got first. */
  Grant ask(CallSubject subject) {
    Waiting waiting = kept();
    if (waiting.ours()) {
      get(subject, waiting.grant());
    }
    try {
      return waiting.grant().get(longestWait.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException e) {
      return new Grant.Denied("no token within " + longestWait);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Grant.Denied("interrupted while waiting for a token");
    }
  }

  private synchronized Waiting kept() {
    long now = nanos.getAsLong();
    if (kept.isPresent() && now - kept.get().from() < kept.get().forNanos()) {
      return there(new Grant.Granted(kept.get().token(), false));
    }
    long rest = pause.map(p -> p.forNanos() - (now - p.from())).orElse(0L);
    if (rest > 0) {
      RetryAfter after = new RetryAfter(Optional.of(Duration.ofNanos(rest)), Optional.empty());
      return there(
          new Grant.Denied("no token: the partner asked for patience", Optional.of(after)));
    }
    boolean ours = underWay.isEmpty();
    CompletableFuture<Grant> grant = underWay.orElseGet(CompletableFuture::new);
    underWay = Optional.of(grant);
    return new Waiting(grant, ours);
  }

  private static Waiting there(Grant grant) {
    return new Waiting(CompletableFuture.completedFuture(grant), false);
  }

  /** Whatever becomes of the call, those who wait hear of it. */
  private void get(CallSubject subject, CompletableFuture<Grant> grant) {
    long before = nanos.getAsLong();
    Fetched fetched = new Fetched.None("the call for it broke off");
    try {
      fetched = fetch.fetch(subject);
    } catch (RuntimeException e) {
      fetched = new Fetched.None("the call for it failed: " + Reasons.kind(e));
    } finally {
      grant.complete(land(fetched, before));
    }
  }

  private synchronized Grant land(Fetched fetched, long before) {
    underWay = Optional.empty();
    return switch (fetched) {
      case Fetched.Got got -> {
        long life = got.life().minus(margin(got.life())).toNanos();
        kept = Optional.of(new Kept(got.token(), before, life));
        yield new Grant.Granted(got.token(), true);
      }
      case Fetched.None none -> {
        long now = nanos.getAsLong();
        pause =
            none.patience()
                .flatMap(RetryAfter::pause)
                .map(asked -> new Pause(now, shorter(asked, LONGEST_PAUSE).toNanos()));
        yield new Grant.Denied("no token: " + none.reason(), none.patience());
      }
    };
  }

  /** How long before its end a token is no longer used: a request has to arrive with it. */
  private static Duration margin(Duration life) {
    return shorter(life.dividedBy(PART_OF_LIFE), LONGEST_MARGIN);
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }

  /**
   * The request with its token.
   *
   * @throws RenderingException when they can't stand in a header
   */
  OutboundRequest sign(OutboundRequest request, AccessToken token) throws RenderingException {
    String name = call.send().name();
    String value =
        call.send().value().text(values.withToken(token.value()), UnaryOperator.identity());
    return request.with(name, Encoding.header(name, value));
  }

  /** Whether an answer says that the token of its request is no longer taken. */
  boolean refused(Transfer transfer) {
    return transfer instanceof Transfer.Answered answered
        && call.expired().fits(Answers.of(answered));
  }

  /** No request carries this token any more. One that was got since then stays. */
  synchronized void drop(AccessToken token) {
    kept = kept.filter(other -> other.token() != token);
  }
}
