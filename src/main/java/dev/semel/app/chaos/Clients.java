// The clients of a simulation.
package dev.semel.app.chaos;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.semel.app.rig.Engine;
import dev.semel.app.rig.Requests;
import dev.semel.security.Caller;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The clients of a simulation. They repeat what was not answered under the same key, report
 * payments once, again and twice, and cancel some payouts. A payout for which no payment comes is
 * cancelled in the end.
 */
final class Clients {
  private static final ObjectMapper JSON = JsonMapper.builder().build();
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration SOON = Duration.ofSeconds(2);
  private static final int MOST_TRIES = 60;

  private final World world;
  private final Judge judge;
  private final Nodes nodes;
  private final Caller caller;
  private final List<Intent> intents = new ArrayList<>();
  private int waiting;

  Clients(World world, Judge judge, Nodes nodes, Caller caller) {
    this.world = world;
    this.judge = judge;
    this.nodes = nodes;
    this.caller = caller;
  }

  List<Intent> intents() {
    return intents;
  }

  /** Whether a client still waits for a 201. */
  boolean busy() {
    return waiting > 0;
  }

  /** Plans so many payouts, within a time. */
  void want(int payouts, Duration within) {
    for (int i = 1; i <= payouts; i++) {
      String reference = "sim-" + i;
      waiting++;
      world.timeline().in(world.chance().within(within), () -> want(reference));
    }
  }

  private void want(String reference) {
    Chance chance = world.chance();
    Instant now = world.timeline().now();
    @Nullable Instant after =
        chance.permille(80) ? now.plus(chance.within(Duration.ofMinutes(20))) : null;
    @Nullable Instant before =
        chance.permille(150)
            ? (after == null ? now : after)
                .plus(chance.between(Duration.ofSeconds(5), Duration.ofMinutes(30)))
            : null;
    String partner = chance.oneOf(Profile.ALL).name();
    Intent intent = new Intent(reference, partner, chance.permille(750), after, before, now);
    intents.add(intent);
    judge.knows(intent);
    create(intent, 1);
  }

  private void create(Intent intent, int attempt) {
    if (intent.payoutId() != null || attempt > MOST_TRIES) {
      return;
    }
    boolean lost = world.weather().stormy() && world.chance().permille(40);
    if (attempt > 1) {
      world.tally().count(Fault.CREATE_REPEATED);
    }
    nodes
        .any()
        .ifPresent(
            node ->
                node.ask(
                    engine ->
                        engine
                            .payouts()
                            .create(
                                intent.body(),
                                Requests.post(caller, "/v1/payouts", "key-" + intent.reference())),
                    (status, body) -> {
                      if (!lost) {
                        answered(intent, status, body);
                        nodes.any().ifPresent(any -> any.lookIn(world.chance().within(SOON)));
                      }
                    }));
    Duration patience =
        world.chance().permille(50) ? Duration.ofMillis(5) : PATIENCE; // Some are impatient.
    world.timeline().in(patience, () -> create(intent, attempt + 1));
  }

  private void answered(Intent intent, int status, byte[] body) {
    world.trace().tell(intent.reference(), "the client is answered " + status);
    if (status == 409 || status >= 500) {
      return;
    }
    if (status != 201) {
      judge.find(
          Violation.Kind.LOST,
          Trace.ALL,
          intent.reference(),
          "a create was answered " + status + ": " + new String(body, StandardCharsets.UTF_8));
      return;
    }
    String id = id(body);
    @Nullable String known = intent.payoutId();
    if (known == null) {
      intent.accepted(id);
      waiting--;
      world.trace().tell(intent.reference(), "the payout is " + id);
      follow(intent, id);
    } else if (!known.equals(id)) {
      judge.find(
          Violation.Kind.PAID_TWICE, id, intent.reference(), "one key made " + known + " too");
    }
  }

  private static String id(byte[] body) {
    try {
      return JSON.readTree(body).get("id").textValue();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void follow(Intent intent, String id) {
    Chance chance = world.chance();
    if (!intent.cleared() && chance.permille(920)) {
      world
          .timeline()
          .in(chance.within(Duration.ofMinutes(5)), () -> pay(intent, id, "payment-1", 1));
    } else if (!intent.cleared()) {
      world.timeline().in(Duration.ofHours(1), () -> cancel(id, 1));
    }
    if (chance.permille(30)) {
      world.tally().count(Fault.PAYMENT_TWICE);
      world
          .timeline()
          .in(chance.within(Duration.ofMinutes(20)), () -> pay(intent, id, "payment-2", 1));
    }
    if (chance.permille(60)) {
      world.tally().count(Fault.CANCEL_ASKED);
      world.timeline().in(chance.within(Duration.ofMinutes(10)), () -> cancel(id, 1));
    }
  }

  private void pay(Intent intent, String id, String payment, int attempt) {
    intent.reportsPayment(world.timeline().now());
    byte[] body =
        bytes(
            JsonNodeFactory.instance
                .objectNode()
                .put("payment_reference", payment)
                .put("amount", "10.00")
                .put("currency", "EUR")
                .put("captured_at", world.timeline().start().toString())
                .toString());
    boolean[] done = new boolean[1];
    ask(
        id,
        "/v1/payouts/" + id + "/funding",
        payment + "-" + id,
        (engine, request) -> engine.payouts().funding(id, body, request),
        status -> done[0] = status < 500);
    again(done, attempt, next -> pay(intent, id, payment, next));
  }

  private void cancel(String id, int attempt) {
    boolean[] done = new boolean[1];
    byte[] body = bytes("{\"reason\":\"the sender changed their mind\"}");
    ask(
        id,
        "/v1/payouts/" + id + "/cancel",
        "cancel-" + id,
        (engine, request) -> engine.payouts().cancel(id, body, request),
        status -> done[0] = status < 500);
    again(done, attempt, next -> cancel(id, next));
  }

  private void again(boolean[] done, int attempt, IntConsumer act) {
    boolean repeats = attempt == 1 && world.chance().permille(50);
    world
        .timeline()
        .in(
            PATIENCE,
            () -> {
              if (repeats || (!done[0] && attempt < MOST_TRIES)) {
                world.tally().count(Fault.PAYMENT_REPEATED);
                act.accept(attempt + 1);
              }
            });
  }

  /** A request that a client or a person makes. */
  interface Act {
    Response to(Engine engine, ContainerRequestContext request);
  }

  /** Asks any node. */
  void ask(String id, String path, String key, Act act, IntConsumer answered) {
    nodes
        .any()
        .ifPresent(
            node ->
                node.ask(
                    engine -> act.to(engine, Requests.post(caller, path, key)),
                    (status, _) -> {
                      world.trace().tell(id, path + " is answered " + status);
                      answered.accept(status);
                      node.lookIn(world.chance().within(SOON));
                    }));
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
