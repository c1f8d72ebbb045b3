// Makes a call, judges it, and enters it in the call log.
package dev.semel.provider.http;

import dev.semel.provider.Masking;
import dev.semel.provider.ProviderCall;
import dev.semel.provider.ProviderCall.Operation;
import dev.semel.provider.ProviderCall.Phase;
import dev.semel.provider.ProviderCallLog;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Every exchange with one provider goes through here, so that none is missing in the log. */
final class Caller {
  private static final System.Logger LOG = System.getLogger(Caller.class.getName());

  private static final int MOST_MASKED = 8 * ProviderCall.LONGEST_BODY;

  private final String provider;
  private final Exchange exchange;
  private final ProviderCallLog log;
  private final Masking masking;
  private final InstantSource clock;
  private final Supplier<String> ids;

  Caller(
      String provider,
      Exchange exchange,
      ProviderCallLog log,
      Masking masking,
      InstantSource clock,
      Supplier<String> ids) {
    this.provider = provider;
    this.exchange = exchange;
    this.log = log;
    this.masking = masking;
    this.clock = clock;
    this.ids = ids;
  }

  /**
   * What a transfer was judged to mean.
   *
   * @param meaning the outcome
   * @param word the outcome in one word
   * @param error what went wrong, where something did
   */
  record Judged<T>(T meaning, String word, Optional<String> error) {}

  /** Makes a request once, has it judged, and keeps it in the log. */
  <T> T call(
      Operation operation,
      CallSubject subject,
      OutboundRequest request,
      Function<Transfer, Judged<T>> judge) {
    return call(operation, subject, request, () -> true, judge);
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
    Made<T> made = make(operation, subject, request, () -> true, judge);
    return made.kept() ? made.meaning() : lost.apply(made.meaning());
  }

  /** The same for a request that is written only while it may be. */
  <T> T call(
      Operation operation,
      CallSubject subject,
      OutboundRequest request,
      BooleanSupplier mayWrite,
      Function<Transfer, Judged<T>> judge) {
    return make(operation, subject, request, mayWrite, judge).meaning();
  }

  private record Made<T>(T meaning, boolean kept) {}

  private <T> Made<T> make(
      Operation operation,
      CallSubject subject,
      OutboundRequest request,
      BooleanSupplier mayWrite,
      Function<Transfer, Judged<T>> judge) {
    Instant startedAt = clock.instant();
    long started = System.nanoTime();
    Transfer transfer = exchange.make(request, mayWrite);
    Duration duration = Duration.ofNanos(System.nanoTime() - started);
    Judged<T> judged;
    try {
      judged = judge.apply(transfer);
    } catch (RuntimeException e) {
      // The evidence outlives our own mistake; what the exchange meant is for the caller to find
      // out.
      String error = "the answer could not be judged: " + Reasons.kind(e);
      Judged<String> none = new Judged<>("", "unknown", Optional.of(error));
      boolean _ = keep(entry(operation, subject, request, transfer, none, startedAt, duration));
      throw e;
    }
    boolean kept = keep(entry(operation, subject, request, transfer, judged, startedAt, duration));
    return new Made<>(judged.meaning(), kept);
  }

  private boolean keep(ProviderCall call) {
    try {
      log.record(call);
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

  private ProviderCall entry(
      Operation operation,
      CallSubject subject,
      OutboundRequest request,
      Transfer transfer,
      Judged<?> judged,
      Instant startedAt,
      Duration duration) {
    Optional<Transfer.Answered> answer =
        transfer instanceof Transfer.Answered answered ? Optional.of(answered) : Optional.empty();
    Masking masked = masking.knowing(subject.accounts());
    return new ProviderCall(
        ids.get(),
        provider,
        subject.payoutId(),
        subject.attempt(),
        operation,
        request.method(),
        masked.url(request.url().toString()),
        masked.headers(request.headers()),
        body(masked, request.body()),
        phaseOf(transfer),
        answer.map(Transfer.Answered::status),
        answer.map(a -> masked.headers(a.headers())).orElse(Map.<String, List<String>>of()),
        answer.flatMap(a -> body(masked, a.body())),
        judged.word(),
        judged.error().map(masked::text),
        startedAt,
        duration,
        subject.correlationId());
  }

  private static Phase phaseOf(Transfer transfer) {
    return switch (transfer) {
      case Transfer.NotConnected _, Transfer.Withheld _ -> Phase.NOT_CONNECTED;
      case Transfer.NoAnswer _ -> Phase.HANDED_OVER;
      case Transfer.Answered _ -> Phase.ANSWERED;
    };
  }

  /** Of a long body the beginning is masked and kept: all of it would keep the call waiting. */
  private static Optional<String> body(Masking masking, byte[] content) {
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
