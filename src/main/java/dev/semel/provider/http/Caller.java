// Makes a call, judges it, and enters it in the call log.
package dev.semel.provider.http;

import dev.semel.provider.Masking;
import dev.semel.provider.ProviderCall.Operation;
import dev.semel.provider.ProviderCallLog;
import dev.semel.provider.file.RenderingException;
import dev.semel.provider.http.AccessTokens.Grant;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Every exchange with one provider goes through here, so that none is missing in the log. */
final class Caller {
  private static final System.Logger LOG = System.getLogger(Caller.class.getName());

  private final String provider;
  private final Exchange exchange;
  private final ProviderCallLog log;
  private final Masking masking;
  private final InstantSource clock;
  private final Supplier<String> ids;
  private final Optional<AccessTokens> tokens;

  Caller(
      String provider,
      Exchange exchange,
      ProviderCallLog log,
      Masking masking,
      InstantSource clock,
      Supplier<String> ids) {
    this(provider, exchange, log, masking, clock, ids, Optional.empty());
  }

  private Caller(
      String provider,
      Exchange exchange,
      ProviderCallLog log,
      Masking masking,
      InstantSource clock,
      Supplier<String> ids,
      Optional<AccessTokens> tokens) {
    this.provider = provider;
    this.exchange = exchange;
    this.log = log;
    this.masking = masking;
    this.clock = clock;
    this.ids = ids;
    this.tokens = tokens;
  }

  /**
   * What a transfer was judged to mean.
   *
   * @param meaning the outcome
   * @param word the outcome in one word
   * @param error what went wrong, where something did
   */
  record Judged<T>(T meaning, String word, Optional<String> error) {}

  /**
   * The same one, whose requests carry a token. Where the partner no longer takes the one that was
   * kept, the exchange is made once more with a fresh one, here and not by the engine: the answer
   * is certain, so nothing of it has to be recorded, and the payout's tries are for what is not the
   * token's fault. There is no third time, whatever the partner says.
   */
  Caller with(AccessTokens fromNowOn) {
    return new Caller(provider, exchange, log, masking, clock, ids, Optional.of(fromNowOn));
  }

  /** Makes a request, has it judged, and keeps it in the log. */
  <T> T call(
      Operation operation,
      CallSubject subject,
      OutboundRequest request,
      Function<Transfer, Judged<T>> judge) {
    return make(new Call<>(operation, subject, request, () -> true, judge, _ -> true)).meaning();
  }

  /**
   * The same where what the answer brings has to outlive this process.
   *
   * @param lost what it means when the log could not take it
   */
  <T> T callForRecord(
      Operation operation,
      CallSubject subject,
      OutboundRequest request,
      Function<Transfer, Judged<T>> judge,
      UnaryOperator<T> lost) {
    Made<T> made = make(new Call<>(operation, subject, request, () -> true, judge, _ -> true));
    return made.kept() ? made.meaning() : lost.apply(made.meaning());
  }

  /**
   * The same for a request that moves money, and is written only while it may be.
   *
   * @param mayWrite asked right before each time that it is written
   * @param notProcessed whether what the answer means is that certainly nothing was processed: only
   *     then may it be written a second time, with a fresh token
   */
  <T> T call(
      Operation operation,
      CallSubject subject,
      OutboundRequest request,
      BooleanSupplier mayWrite,
      Function<Transfer, Judged<T>> judge,
      Predicate<T> notProcessed) {
    return make(new Call<>(operation, subject, request, mayWrite, judge, notProcessed)).meaning();
  }

  /**
   * What is to be exchanged.
   *
   * @param mayWrite asked right before each time that it is written
   * @param judge what a transfer means
   * @param notProcessed whether that meaning is that certainly nothing was processed
   */
  record Call<T>(
      Operation operation,
      CallSubject subject,
      OutboundRequest request,
      BooleanSupplier mayWrite,
      Function<Transfer, Judged<T>> judge,
      Predicate<T> notProcessed) {}

  private record Made<T>(T meaning, boolean kept, Transfer transfer) {}

  private <T> Made<T> make(Call<T> call) {
    if (tokens.isEmpty()) {
      OutboundRequest request = call.request();
      return once(call, request, () -> exchange.make(request, call.mayWrite()), masking);
    }
    return switch (tokens.get().ask(call.subject())) {
      case Grant.Denied denied -> withoutToken(call, denied);
      case Grant.Granted granted -> {
        Made<T> made = withToken(call, granted.token(), tokens.get());
        boolean again =
            !granted.fresh()
                && tokens.get().refused(made.transfer())
                && call.notProcessed().test(made.meaning());
        yield again ? withFreshToken(call, tokens.get()) : made;
      }
    };
  }

  private <T> Made<T> withFreshToken(Call<T> call, AccessTokens from) {
    return switch (from.ask(call.subject())) {
      case Grant.Denied denied -> withoutToken(call, denied);
      case Grant.Granted granted -> withToken(call, granted.token(), from);
    };
  }

  private <T> Made<T> withToken(Call<T> call, AccessToken token, AccessTokens from) {
    OutboundRequest signed;
    try {
      signed = from.sign(call.request(), token);
    } catch (RenderingException e) {
      return withoutToken(call, new Grant.Denied("no token: " + e.getMessage()));
    }
    Masking withToken = masking.and(token.value());
    Made<T> made = once(call, signed, () -> exchange.make(signed, call.mayWrite()), withToken);
    if (from.refused(made.transfer())) {
      from.drop(token);
    }
    return made;
  }

  private <T> Made<T> withoutToken(Call<T> call, Grant.Denied denied) {
    Transfer none = new Transfer.NotConnected(denied.reason(), denied.patience());
    return once(call, call.request(), () -> none, masking);
  }

  private <T> Made<T> once(
      Call<T> call, OutboundRequest request, Supplier<Transfer> exchanged, Masking mask) {
    Instant startedAt = clock.instant();
    long started = System.nanoTime();
    Transfer transfer = exchanged.get();
    Duration duration = Duration.ofNanos(System.nanoTime() - started);
    Judged<T> judged;
    try {
      judged = call.judge().apply(transfer);
    } catch (RuntimeException e) {
      // The evidence outlives our own mistake; what the exchange meant is for the caller to find
      // out.
      String error = "the answer could not be judged: " + Reasons.kind(e);
      Judged<String> none = new Judged<>("", "unknown", Optional.of(error));
      boolean _ = keep(new CallEntry(call, request, transfer, none, startedAt, duration), mask);
      throw e;
    }
    boolean kept = keep(new CallEntry(call, request, transfer, judged, startedAt, duration), mask);
    return new Made<>(judged.meaning(), kept, transfer);
  }

  private boolean keep(CallEntry entry, Masking mask) {
    try {
      log.record(entry.masked(ids.get(), provider, mask));
      return true;
    } catch (RuntimeException e) {
      LOG.log(
          System.Logger.Level.ERROR,
          "a call to {0} could not be entered in the call log: {1}",
          provider,
          e.getClass().getName());
      return false;
    }
  }
}
