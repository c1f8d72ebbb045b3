// One simulation, from its first payout to its verdict.
package dev.semel.app.chaos;

import dev.semel.db.Ids;
import dev.semel.db.SimulatedDatabase;
import dev.semel.db.Tx;
import dev.semel.security.Caller;
import dev.semel.security.Permission;
import dev.semel.security.Token;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One simulation: so many payouts in a storm of faults, then quiet until everything is final or in
 * front of a person, then the verdict. The same seed and number make the same one.
 */
final class Simulation {
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private static final Duration STORM_LASTS = Duration.ofMinutes(60);
  private static final Duration QUIET_LASTS = Duration.ofDays(10);
  private static final Duration LOOK = Duration.ofHours(1);
  private static final Duration PAYOUT_EVERY = Duration.ofMillis(400);

  private final long seed;
  private final int payouts;
  private final World world;
  private final SimulatedDatabase database;
  private final ChaosStore store;
  private final Judge judge;
  private final List<SimulatedPartner> partners;
  private long ids;

  /** Decides about the transactions of the thread whose turn it is. */
  private static final class Fates implements SimulatedDatabase.Fate {
    private final Timeline timeline;

    Fates(Timeline timeline) {
      this.timeline = timeline;
    }

    @Override
    public Instant now() {
      if (Fiber.running()) {
        Fiber.current().dieIfKilled();
      }
      return timeline.now();
    }

    @Override
    public void beforeCommit() {
      if (Fiber.running()) {
        Fiber.current().node().beforeCommit(Fiber.current());
      }
    }

    @Override
    public void afterCommit() {
      if (Fiber.running()) {
        Fiber.current().node().afterCommit(Fiber.current());
      }
    }
  }

  private Simulation(
      Function<SimulatedDatabase.Fate, SimulatedDatabase> open,
      long seed,
      int payouts,
      Sabotage sabotage) {
    Timeline timeline = new Timeline(START);
    this.seed = seed;
    this.payouts = payouts;
    this.world =
        new World(
            timeline,
            new Chance(seed),
            new Trace(timeline),
            new Tally(),
            new World.Weather(),
            sabotage);
    this.database = open.apply(new Fates(timeline));
    this.store = new ChaosStore(database.sql());
    this.judge = new Judge(world, store);
    this.partners =
        Profile.ALL.stream().map(profile -> new SimulatedPartner(profile, world, judge)).toList();
  }

  /**
   * Runs a simulation.
   *
   * @param open opens the database, which is emptied; the simulation closes it
   * @param seed of its chance
   * @param payouts how many
   */
  static Outcome run(
      Function<SimulatedDatabase.Fate, SimulatedDatabase> open,
      long seed,
      int payouts,
      Sabotage sabotage) {
    Simulation simulation = new Simulation(open, seed, payouts, sabotage);
    try (SimulatedDatabase _ = simulation.database) {
      Outcome[] outcome = new Outcome[1];
      simulation.bound(() -> outcome[0] = simulation.play()).run();
      return outcome[0];
    }
  }

  private Runnable bound(Runnable work) {
    return () -> Tx.with(database, () -> Ids.with(this::uuid, work));
  }

  /** Ids in the order in which they are made, of the simulation's time. */
  private UUID uuid() {
    long millis = world.timeline().now().toEpochMilli();
    return new UUID((millis << 16) | 0x7000, Long.MIN_VALUE | ++ids);
  }

  private Outcome play() {
    Nodes nodes = new Nodes(world, this::node);
    Caller caller = caller(nodes);
    partners.forEach(partner -> partner.tell(new Messages(partner, world, nodes)));
    Clients clients = new Clients(world, judge, nodes, caller);
    Duration traffic = PAYOUT_EVERY.multipliedBy(payouts);
    clients.want(payouts, traffic);
    nodes.storm();
    partnersGoAway();
    new People(world, store, clients, nodes).work();
    until(START.plus(traffic).plus(STORM_LASTS));
    world.weather().calm();
    world.trace().tell(Trace.ALL, "the storm is over");
    quiet(clients);
    return outcome(clients);
  }

  private SimulatedNode node(Nodes.Start start) {
    return new SimulatedNode(
        start.name(), world, judge, database.sql(), partners, start.clockOff(), this::bound);
  }

  /** The first credential, made as the server makes it. */
  private Caller caller(Nodes nodes) {
    Token token = Token.issue("key_simulated", new SecureRandom());
    String[] tenant = new String[1];
    nodes
        .any()
        .orElseThrow()
        .start(
            () ->
                tenant[0] =
                    Fiber.current()
                        .observe(
                            () -> {
                              Fiber.current().node().bootstrap(token);
                              return Tx.call(store::tenant);
                            }));
    return new Caller(
        token.credentialId(),
        tenant[0],
        true,
        Stream.of(Permission.values()).collect(Collectors.toUnmodifiableSet()));
  }

  private void partnersGoAway() {
    Chance chance = world.chance();
    world
        .timeline()
        .in(
            chance.between(Duration.ofMinutes(1), Duration.ofMinutes(10)),
            () -> {
              if (world.weather().stormy()) {
                chance
                    .oneOf(partners)
                    .goAway(chance.between(Duration.ofSeconds(10), Duration.ofMinutes(6)));
                partnersGoAway();
              }
            });
  }

  private void until(Instant end) {
    while (judge.found().isEmpty() && world.timeline().step(end)) {
      // One thing after the other.
    }
  }

  /** Waits until everything is final or in front of a person, or has had its time. */
  private void quiet(Clients clients) {
    Instant last = world.timeline().now().plus(QUIET_LASTS);
    while (judge.found().isEmpty() && world.timeline().now().isBefore(last)) {
      Instant next = world.timeline().now().plus(LOOK);
      world.timeline().at(next, () -> {});
      until(next);
      if (!clients.busy() && Tx.call(store::unsettled) == 0) {
        return;
      }
    }
  }

  private Outcome outcome(Clients clients) {
    Verdict verdict = new Verdict(judge, store, partners);
    Map<String, Integer> ends = Tx.call(() -> verdict.give(clients.intents()));
    List<ChaosStore.HistoryLine> histories = Tx.call(store::histories);
    histories.forEach(entry -> world.trace().sealed(entry.payoutId() + entry.words()));
    List<Violation> violations = new ArrayList<>();
    for (Judge.Found found : judge.found()) {
      violations.add(violation(found, histories));
    }
    Duration time = Duration.between(START, world.timeline().now());
    return new Outcome(seed, payouts, ends, time, world.tally(), violations, world.trace().hash());
  }

  private Violation violation(Judge.Found found, List<ChaosStore.HistoryLine> histories) {
    List<String> story = new ArrayList<>(world.trace().of(found.payoutId(), found.reference()));
    histories.stream()
        .filter(entry -> entry.payoutId().equals(found.payoutId()))
        .map(ChaosStore.HistoryLine::words)
        .forEach(story::add);
    story.sort(String::compareTo);
    return new Violation(found.kind(), found.payoutId(), found.what(), story);
  }
}
