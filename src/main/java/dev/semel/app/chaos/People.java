// The people of a simulation.
package dev.semel.app.chaos;

import dev.semel.db.Tx;
import java.time.Duration;
import java.util.List;

/** The people of a simulation: they hold, release, resend and cancel, now and again. */
final class People {
  private final World world;
  private final ChaosStore store;
  private final Clients clients;
  private final Nodes nodes;
  private int acts;

  People(World world, ChaosStore store, Clients clients, Nodes nodes) {
    this.world = world;
    this.store = store;
    this.clients = clients;
    this.nodes = nodes;
  }

  /** Looks at what is held, and holds something, every few minutes. */
  void work() {
    Duration pause = world.chance().between(Duration.ofMinutes(2), Duration.ofMinutes(9));
    world
        .timeline()
        .in(
            pause,
            () -> {
              nodes.any().ifPresent(node -> node.start(this::look));
              if (world.weather().stormy()) {
                work();
              }
            });
  }

  private void look() {
    Lists lists =
        Fiber.current()
            .observe(() -> Tx.call(() -> new Lists(store.inState("held"), store.inState("ready"))));
    decide(lists.held(), lists.ready());
  }

  private void decide(List<String> held, List<String> ready) {
    for (String id : held) {
      int choice = world.chance().below(10);
      if (choice < 5) {
        act(Fault.RESENT, id, "resend");
      } else if (choice < 8) {
        act(Fault.RELEASED, id, "release");
      }
    }
    if (!ready.isEmpty() && world.chance().permille(500)) {
      act(Fault.HELD_BY_PERSON, world.chance().oneOf(ready), "hold");
    }
  }

  private record Lists(List<String> held, List<String> ready) {}

  private void act(Fault fault, String id, String what) {
    world.tally().count(fault);
    acts++;
    byte[] body =
        Clients.bytes(
            what.equals("resend")
                ? "{\"reason\":\"the fault is mended\",\"statement\":\"the partner does not have it\"}"
                : "{\"reason\":\"a person says so\"}");
    String key = "act-" + acts;
    world
        .timeline()
        .in(
            Duration.ofMillis(10),
            () ->
                clients.ask(
                    id,
                    "/v1/ops/payouts/" + id + "/" + what,
                    key,
                    (engine, request) ->
                        switch (what) {
                          case "hold" -> engine.operations().hold(id, body, request);
                          case "release" -> engine.operations().release(id, body, request);
                          default -> engine.wishes().resend(id, body, request);
                        },
                    _ -> {}));
  }
}
