// What happens to a node's calls on their way.
package dev.semel.app.chaos;

import dev.semel.app.chaos.SimulatedPartner.Mood;
import dev.semel.domain.RetryAfter;
import dev.semel.provider.Availability;
import dev.semel.provider.LookupOutcome;
import dev.semel.provider.ProviderQuery;
import dev.semel.provider.SubmissionRequest;
import dev.semel.provider.SubmitOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What happens to a node's calls on their way. A request is handed to the network at one moment,
 * right after the worker was asked whether it may write; what the network and the partner make of
 * it goes on whatever becomes of the node.
 */
final class Call {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final Duration QUICK = Duration.ofMillis(400);

  private final SimulatedNode node;
  private final World world;
  private final Judge judge;

  Call(SimulatedNode node, World world, Judge judge) {
    this.node = node;
    this.world = world;
    this.judge = judge;
  }

  /** How a call goes. */
  private enum Way {
    WELL,
    BUSY,
    THROTTLED,
    PLATFORM_FAULT,
    LOST,
    LATE,
    TWICE,
    ANSWER_LOST,
    ANSWER_LATE,
    THROWS
  }

  Availability availability() {
    if (world.weather().stormy() && world.chance().permille(10)) {
      return world.chance().permille(500)
          ? new Availability.ProbeOnly()
          : new Availability.Unavailable(Duration.ofSeconds(1));
    }
    return new Availability.Available();
  }

  SubmitOutcome send(SimulatedPartner partner, SubmissionRequest request, BooleanSupplier maySend) {
    SubmitOutcome outcome = world.sabotage().told(tried(partner, request, maySend));
    world
        .trace()
        .tell(
            request.payoutId(),
            node.name()
                + " is told "
                + outcome.getClass().getSimpleName()
                + " under "
                + request.correlationId());
    return outcome;
  }

  private SubmitOutcome tried(
      SimulatedPartner partner, SubmissionRequest request, BooleanSupplier maySend) {
    node.pause(world.chance().within(Duration.ofMillis(20)));
    if (world.strikes(Fault.HELD_BACK, 10)) {
      return new SubmitOutcome.HeldBack("too much is running");
    }
    if (partner.away()) {
      world.tally().count(Fault.PARTNER_AWAY);
      node.pause(world.chance().within(CONNECT_TIMEOUT));
      return new SubmitOutcome.NotSent("connection refused");
    }
    if (world.strikes(Fault.NOT_CONNECTED, 25)) {
      node.pause(world.chance().within(CONNECT_TIMEOUT));
      return new SubmitOutcome.NotSent("connect time-out");
    }
    if (world.strikes(Fault.SLOW_TO_CONNECT, 30)) {
      node.pause(world.chance().between(Duration.ofSeconds(10), Duration.ofSeconds(60)));
    }
    if (!world.sabotage().writes(maySend.getAsBoolean())) {
      return new SubmitOutcome.HeldBack("the claim is too old, or the deadline has come");
    }
    return written(partner, request);
  }

  private SubmitOutcome written(SimulatedPartner partner, SubmissionRequest request) {
    Way way = way(partner);
    world
        .trace()
        .tell(
            request.payoutId(),
            node.name()
                + " writes "
                + request.reference()
                + " to "
                + partner.profile().name()
                + " under "
                + request.correlationId()
                + " ("
                + way
                + ")");
    judge.written(request, partner);
    Mood mood = world.strikes(Fault.REFUSED, 30) ? Mood.REFUSES : Mood.TAKES;
    return switch (way) {
      case WELL -> answered(arriving(partner, request, mood), QUICK);
      case BUSY -> {
        node.pause(world.chance().within(QUICK));
        yield new SubmitOutcome.Busy("busy", patience());
      }
      case THROTTLED -> {
        if (world.chance().permille(500)) {
          arriving(partner, request, mood);
        }
        node.pause(world.chance().within(QUICK));
        yield new SubmitOutcome.Unknown("throttled", Optional.of(patience()));
      }
      case PLATFORM_FAULT -> {
        node.pause(world.chance().within(QUICK));
        yield new SubmitOutcome.PlatformFault(
            "balance_short", Optional.of("the prefunded balance is short"));
      }
      case LOST -> timedOut();
      case LATE -> {
        Duration late = world.chance().between(Duration.ofSeconds(25), Duration.ofMinutes(30));
        world.timeline().in(late, () -> partner.act(request, mood));
        yield timedOut();
      }
      case TWICE -> {
        Supplier<SubmitOutcome> first = arriving(partner, request, mood);
        world
            .timeline()
            .in(world.chance().within(Duration.ofMinutes(2)), () -> partner.act(request, mood));
        yield answered(first, QUICK);
      }
      case ANSWER_LOST -> {
        arriving(partner, request, mood);
        yield timedOut();
      }
      case ANSWER_LATE ->
          answered(arriving(partner, request, mood), world.chance().within(Duration.ofSeconds(95)));
      case THROWS -> {
        arriving(partner, request, mood);
        node.pause(world.chance().within(QUICK));
        throw new IllegalStateException("a simulated fault of the program");
      }
    };
  }

  private RetryAfter patience() {
    return world.chance().permille(500)
        ? new RetryAfter(
            Optional.of(world.chance().within(Duration.ofMinutes(2))), Optional.empty())
        : RetryAfter.NOTHING;
  }

  private Way way(SimulatedPartner partner) {
    if (world.strikes(Fault.BUSY, 30)) {
      return Way.BUSY;
    }
    if (world.strikes(Fault.THROTTLED, 30)) {
      return Way.THROTTLED;
    }
    if (world.strikes(Fault.PLATFORM_FAULT, 10)) {
      return Way.PLATFORM_FAULT;
    }
    if (world.strikes(Fault.REQUEST_LOST, 30)) {
      return Way.LOST;
    }
    if (world.strikes(Fault.REQUEST_LATE, 20)) {
      return Way.LATE;
    }
    // To a partner that promises nothing about repeats, a request doubled on its way is two
    // payouts,
    // and nobody here could help it.
    if (partner.profile().knowsRepeats() && world.strikes(Fault.REQUEST_TWICE, 15)) {
      return Way.TWICE;
    }
    if (world.strikes(Fault.ANSWER_LOST, 50)) {
      return Way.ANSWER_LOST;
    }
    if (world.strikes(Fault.ANSWER_LATE, 20)) {
      return Way.ANSWER_LATE;
    }
    return world.strikes(Fault.CALL_THREW, 5) ? Way.THROWS : Way.WELL;
  }

  /** The request arrives a little later, whatever happens to this node until then. */
  private Supplier<SubmitOutcome> arriving(
      SimulatedPartner partner, SubmissionRequest request, Mood mood) {
    AtomicReference<SubmitOutcome> answer = new AtomicReference<>();
    Duration way = world.chance().within(Duration.ofMillis(80));
    world.timeline().in(way, () -> answer.set(partner.act(request, mood)));
    node.pause(way.plusMillis(1));
    return answer::get;
  }

  private SubmitOutcome answered(Supplier<SubmitOutcome> answer, Duration longest) {
    node.pause(world.chance().within(longest));
    return answer.get();
  }

  private SubmitOutcome timedOut() {
    node.pause(world.chance().between(Duration.ofMillis(5), TIMEOUT));
    return new SubmitOutcome.Unknown("no answer in time");
  }

  /** Asks a question. What it brings is how it was when the question arrived. */
  LookupOutcome ask(
      SimulatedPartner partner, ProviderQuery query, Supplier<LookupOutcome> question) {
    node.pause(world.chance().within(Duration.ofMillis(80)));
    if (partner.away()) {
      world.tally().count(Fault.PARTNER_AWAY);
      return new LookupOutcome.Unclear("connection refused");
    }
    if (world.strikes(Fault.QUESTION_UNCLEAR, 50)) {
      node.pause(world.chance().within(TIMEOUT));
      return new LookupOutcome.Unclear("no answer in time");
    }
    LookupOutcome outcome = question.get();
    boolean slow = world.strikes(Fault.QUESTION_STALE, 20);
    node.pause(world.chance().within(slow ? Duration.ofSeconds(95) : QUICK));
    world
        .trace()
        .tell(
            query.payoutId(),
            node.name() + " hears " + words(outcome) + " from " + partner.profile().name());
    return outcome;
  }

  private static String words(LookupOutcome outcome) {
    return switch (outcome) {
      case LookupOutcome.Found found -> "'" + found.statement().providerWord() + "'";
      case LookupOutcome.Absent _ -> "that there is no such payout";
      case LookupOutcome.Unclear _ -> "nothing of use";
    };
  }
}
