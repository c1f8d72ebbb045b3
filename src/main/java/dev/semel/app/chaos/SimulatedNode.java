// A server that can be stopped and killed.
package dev.semel.app.chaos;

import dev.semel.app.rig.Engine;
import dev.semel.db.CommitUnknownException;
import dev.semel.db.Sql;
import dev.semel.db.Tx;
import dev.semel.problem.ProblemException;
import dev.semel.security.Token;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A server that can be stopped and killed: the real engine, whose threads run when the simulation
 * says so. It looks at the table like the real worker, but skips a look that would find nothing.
 */
final class SimulatedNode {
  /** Short, so that calls outlast it often. */
  private static final Duration LEASE = Duration.ofSeconds(30);

  private static final Map<String, String> SETTINGS =
      Map.of(
          "semel.submission.lease",
          LEASE.toString(),
          // Partners fail far more often here than real ones; the budget has its own tests.
          "semel.submission.retry-budget.per-minute",
          "100000");
  private static final Duration SHORTEST_POLL = Duration.ofMillis(50);
  private static final Duration SOON = Duration.ofSeconds(2);
  private static final Duration BUSY_POLL = Duration.ofSeconds(4);
  private static final Duration RARE_POLL = Duration.ofSeconds(20);
  private static final int MOST_MESSAGES = 100;

  private final String name;
  private final World world;
  private final Judge judge;
  private final ChaosStore store;
  private final Sql sql;
  private final Engine engine;
  private final List<PartnerLine> lines;
  private final UnaryOperator<Runnable> surroundings;
  private final Set<Fiber> fibers = new LinkedHashSet<>();
  private boolean dead;
  private Instant stoppedUntil = Instant.MIN;
  private @Nullable Instant nextLook;
  private Consumer<SimulatedNode> onDeath = _ -> {};

  /**
   * A node.
   *
   * @param clockOff how far its own clock is off
   * @param surroundings binds to a thread what every thread of a simulation needs
   */
  SimulatedNode(
      String name,
      World world,
      Judge judge,
      Sql sql,
      List<SimulatedPartner> partners,
      Duration clockOff,
      UnaryOperator<Runnable> surroundings) {
    this.name = name;
    this.world = world;
    this.judge = judge;
    this.sql = sql;
    this.store = new ChaosStore(sql);
    this.surroundings = surroundings;
    Call call = new Call(this, world, judge);
    this.lines = partners.stream().map(partner -> new PartnerLine(partner, call)).toList();
    Timeline timeline = world.timeline();
    long origin = world.chance().within(Duration.ofDays(1)).toNanos();
    this.engine =
        new Engine(
            name,
            SETTINGS,
            sql,
            lines,
            work -> timeline.in(Duration.ofMillis(1), () -> start(() -> call(work))),
            () -> timeline.now().plus(clockOff),
            () -> timeline.nanos() + origin,
            world.chance().split());
    lookIn(Duration.ofMillis(1));
  }

  String name() {
    return name;
  }

  boolean dead() {
    return dead;
  }

  void onDeath(Consumer<SimulatedNode> listener) {
    onDeath = listener;
  }

  /** Makes the first credential, as a server does at its first start. */
  void bootstrap(Token token) {
    engine.credentials().bootstrap(token);
  }

  /** Runs something on a thread of this node; a dead node does nothing any more. */
  void start(Runnable work) {
    if (dead) {
      return;
    }
    Fiber fiber = new Fiber(this, surroundings.apply(work));
    fibers.add(fiber);
    wake(fiber);
  }

  /** A call to a partner; whoever ends one looks for what is due now. */
  private void call(Runnable work) {
    work.run();
    lookIn(world.chance().within(SOON));
  }

  private void wake(Fiber fiber) {
    if (stoppedUntil.isAfter(world.timeline().now())) {
      world.timeline().at(stoppedUntil, () -> wake(fiber));
      return;
    }
    fiber.resume();
    if (fiber.ended()) {
      fibers.remove(fiber);
    }
  }

  /** Lets the thread whose turn it is wait. */
  void pause(Duration time) {
    Fiber fiber = Fiber.current();
    world.timeline().in(time, () -> wake(fiber));
    fiber.park();
  }

  /** Kills it: its calls under way are never recorded. */
  void kill() {
    if (dead) {
      return;
    }
    dead = true;
    world.trace().tell(Trace.ALL, name + " is killed with " + fibers.size() + " threads");
    for (Fiber fiber : List.copyOf(fibers)) {
      if (Fiber.running() && fiber == Fiber.current()) {
        fiber.dying();
      } else {
        fiber.kill();
      }
    }
    fibers.clear();
    onDeath.accept(this);
  }

  /** Stops it for a while, as SIGSTOP and SIGCONT do. */
  void stop(Duration time) {
    world.trace().tell(Trace.ALL, name + " is stopped for " + time);
    stoppedUntil = world.timeline().now().plus(time);
  }

  /** Has it look at the table, at the latest after a while. */
  void lookIn(Duration pause) {
    Instant at = world.timeline().now().plus(pause);
    if (dead || (nextLook != null && !at.isBefore(nextLook))) {
      return;
    }
    nextLook = at;
    world
        .timeline()
        .at(
            at,
            () -> {
              if (at.equals(nextLook)) {
                nextLook = null;
                start(this::look);
              }
            });
  }

  /** One look at everything that is due, as the worker's loop has it. */
  private void look() {
    attempt("renewing leases", () -> engine.submissions().renew());
    Map<String, Instant> due = Fiber.current().observe(() -> Tx.call(this::due));
    Instant now = world.timeline().now();
    boolean[] worked = new boolean[1];
    if (isDue(due, "sweep", now)) {
      attempt("sweeping", () -> engine.submissions().sweep());
    }
    for (PartnerLine line : lines) {
      if (isDue(due, line.name(), now)) {
        attempt("working", () -> worked[0] |= engine.submissions().work(line));
      }
    }
    if (isDue(due, "webhooks", now)) {
      attempt("webhooks", this::processWebhooks);
    }
    lookIn(untilNext(due, now, worked[0]));
  }

  private Map<String, Instant> due() {
    world.sabotage().beforeLooking(sql);
    return store.due();
  }

  private static boolean isDue(Map<String, Instant> due, String what, Instant now) {
    return !due.getOrDefault(what, Instant.MAX).isAfter(now);
  }

  private Duration untilNext(Map<String, Instant> due, Instant now, boolean worked) {
    Duration poll = world.weather().stormy() ? BUSY_POLL : RARE_POLL;
    Duration jitter = SHORTEST_POLL.plus(world.chance().within(poll));
    Duration longest = fibers.size() > 1 ? LEASE.dividedBy(3) : Duration.ofHours(6);
    Instant next = due.values().stream().min(Instant::compareTo).orElse(now.plus(longest));
    Duration until = Duration.between(now, next);
    if (worked || until.isNegative()) {
      until = Duration.ZERO;
    }
    Duration pause = until.plus(jitter);
    return pause.compareTo(longest) < 0 ? pause : longest;
  }

  private void processWebhooks() {
    for (int i = 0; i < MOST_MESSAGES && engine.webhooks().step(); i++) {
      Fiber.current().dieIfKilled();
    }
  }

  /** As in the worker's loop: a step that fails keeps none of the others from being done. */
  private void attempt(String what, Runnable step) {
    try {
      step.run();
    } catch (CommitUnknownException e) {
      world.trace().tell(Trace.ALL, name + ": " + what + " does not know of its commit");
    } catch (RuntimeException e) {
      judge.find(Violation.Kind.THREW, Trace.ALL, "", what + ": " + e);
    }
  }

  /**
   * Asks one of its resources. When it dies meanwhile nobody is answered.
   *
   * @param answered gets the status, and the body
   */
  void ask(Function<Engine, Response> request, Answered answered) {
    start(
        () -> {
          try (Response response = request.apply(engine)) {
            byte[] body = response.getEntity() instanceof byte[] bytes ? bytes : new byte[0];
            answered.with(response.getStatus(), body);
          } catch (ProblemException e) {
            answered.with(e.type().status(), new byte[0]);
          } catch (RuntimeException e) {
            if (!(e instanceof CommitUnknownException)) {
              judge.find(Violation.Kind.THREW, Trace.ALL, "", "a request: " + e);
            }
            answered.with(500, new byte[0]);
          }
        });
  }

  /** What a request brought. */
  interface Answered {
    void with(int status, byte[] body);
  }

  /** Decides about the commit of the thread whose turn it is. */
  void beforeCommit(Fiber fiber) {
    fiber.dieIfKilled();
    if (fiber.observing()) {
      return;
    }
    if (world.chance().permille(300) && world.strikes(Fault.NODE_KILLED_BEFORE_COMMIT, 1)) {
      dieHere(fiber);
    }
    if (world.strikes(Fault.COMMIT_LOST, 1)) {
      throw new LostConnection();
    }
  }

  void afterCommit(Fiber fiber) {
    if (fiber.observing()) {
      return;
    }
    if (world.chance().permille(300) && world.strikes(Fault.NODE_KILLED_AFTER_COMMIT, 1)) {
      dieHere(fiber);
    }
    if (world.strikes(Fault.COMMIT_UNSEEN, 1)) {
      throw new LostConnection();
    }
  }

  private void dieHere(Fiber fiber) {
    kill();
    fiber.dieIfKilled();
  }

  /** The connection to the database was lost at COMMIT. */
  private static final class LostConnection extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LostConnection() {
      super("the connection was lost at COMMIT", null, false, false);
    }
  }
}
