// Decides about one submission: refuse it, recognise a repeat, or accept it and set it going.
package dev.semel.simulator;

import io.vertx.core.Future;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The partner's side of the one call that moves money. */
final class SubmitPayout {

  /**
   * What came of a submission.
   *
   * @param answer what the partner means to say
   * @param delivery how that reaches the client
   * @param first what has to be over before the answer is sent
   */
  record Outcome(Answer answer, Delivery delivery, Future<Void> first) {}

  private record DuplicateProblem(String code, String message, String id) {}

  private final SimulatorConfig config;
  private final Ledger ledger;
  private final PayoutProgress progress;
  private final InstantSource clock;
  private final Supplier<UUID> ids;

  SubmitPayout(
      SimulatorConfig config,
      Ledger ledger,
      PayoutProgress progress,
      InstantSource clock,
      Supplier<UUID> ids) {
    this.config = config;
    this.ledger = ledger;
    this.progress = progress;
    this.clock = clock;
    this.ids = ids;
  }

  /** Applies the fault that was chosen, and the partner's own rule about repeats. */
  Outcome submit(PayoutRequest request, @Nullable String key, FaultPlan.Choice choice) {
    Effect effect = choice.fault().effect();
    if (effect instanceof Effect.Refuse refuse) {
      return plainly(refusal(refuse, choice.params()));
    }
    Answer repeat = repeat(request, key, effect);
    if (repeat != null) {
      boolean spoiled = choice.planned() && effect instanceof Effect.Deliver;
      return spoiled
          ? new Outcome(repeat, ((Effect.Deliver) effect).how(), Future.succeededFuture())
          : plainly(repeat);
    }
    Payout payout = accept(request, key, choice);
    Future<Void> first = progress.start(payout);
    return switch (effect) {
      case Effect.Deliver deliver -> new Outcome(accepted(payout), deliver.how(), first);
      case Effect.Hide _ -> new Outcome(accepted(payout), Delivery.GATEWAY_TIMEOUT, first);
      case Effect.DuplicateUnder500 _ ->
          new Outcome(duplicate(500, payout), Delivery.PLAINLY, first);
      case Effect.Nothing _,
          Effect.Refuse _,
          Effect.Drop _,
          Effect.Outage _,
          Effect.OtherAmount _,
          Effect.EndAs _,
          Effect.Notify _,
          Effect.Report _ ->
          new Outcome(accepted(payout), Delivery.PLAINLY, first);
    };
  }

  /** The answer of a refusal; also what a planned refusal of a query says. */
  static Answer refusal(Effect.Refuse refuse, FaultParams params) {
    Answer answer =
        Answer.problem(refuse.status(), refuse.code(), "The partner says: " + refuse.code() + ".");
    return refuse.status() == 429
        ? answer.with("Retry-After", Integer.toString(params.secondsOr(1)))
        : answer;
  }

  private @Nullable Answer repeat(PayoutRequest request, @Nullable String key, Effect effect) {
    return switch (config.duplicates()) {
      case REJECTS_DUPLICATE_REFERENCE -> {
        List<Payout> earlier = ledger.byReference(request.clientReference());
        if (earlier.isEmpty()) {
          yield null;
        }
        boolean under500 = effect instanceof Effect.DuplicateUnder500;
        yield sameContent(earlier.getFirst(), request)
            ? duplicate(under500 ? 500 : 409, earlier.getFirst())
            : Answer.problem(
                409,
                "reference_content_differs",
                "This client_reference was used for another payout.");
      }
      case REPLAYS_KEY -> {
        Payout earlier = key == null ? null : ledger.byKey(key);
        if (earlier == null) {
          yield null;
        }
        yield sameContent(earlier, request)
            ? accepted(earlier)
            : Answer.problem(
                422, "idempotency_key_reused", "This key was used for another request.");
      }
      case FORGETFUL -> null;
    };
  }

  private static boolean sameContent(Payout earlier, PayoutRequest request) {
    return earlier.content().equals(request.content().toString());
  }

  private Payout accept(PayoutRequest request, @Nullable String key, FaultPlan.Choice choice) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    Effect effect = choice.fault().effect();
    Payout payout =
        new Payout(
            "sim_" + ids.get().toString().replace("-", ""),
            request.clientReference(),
            key,
            request.content().toString(),
            effect instanceof Effect.OtherAmount
                ? Objects.requireNonNullElseGet(
                    choice.params().amount(), () -> oneMore(request.amount()))
                : request.amount(),
            request.currency(),
            PayoutStatus.ACCEPTED,
            1,
            choice.fault(),
            choice.params(),
            now,
            now.plus(hiddenFor(effect, choice.params())),
            now,
            null,
            null);
    ledger.record(new JournalEntry.Accepted(payout));
    return payout;
  }

  private Duration hiddenFor(Effect effect, FaultParams params) {
    Timings timings = config.timings();
    return effect instanceof Effect.Hide hide
        ? params.time(hide.longerThanPromised() ? timings.visibleTooLate() : timings.visibleLate())
        : timings.visibleAfter();
  }

  // The answer of the moment of acceptance: a replay has to repeat it whatever happened since.
  private Answer accepted(Payout payout) {
    return Answer.of(
        201,
        new Payout.View(
            payout.id(),
            payout.clientReference(),
            config.paysAtOnce() ? PayoutStatus.PAID : PayoutStatus.ACCEPTED,
            payout.amount(),
            payout.currency(),
            null,
            payout.createdAt(),
            config.paysAtOnce() ? payout.createdAt() : null));
  }

  private static Answer duplicate(int status, Payout earlier) {
    return Answer.of(
        status,
        new DuplicateProblem(
            "duplicate_reference", "This client_reference was accepted before.", earlier.id()));
  }

  private static Outcome plainly(Answer answer) {
    return new Outcome(answer, Delivery.PLAINLY, Future.succeededFuture());
  }

  /** Another amount in the same currency, with the same decimals. */
  static String oneMore(String amount) {
    return new BigDecimal(amount).add(BigDecimal.ONE).toPlainString();
  }
}
