// The nodes of a simulation, and what is done to them.
package dev.semel.app.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The nodes of a simulation. One that was killed is started again after a while. */
final class Nodes {
  private static final List<Duration> CLOCKS_OFF =
      List.of(Duration.ZERO, Duration.ofHours(1), Duration.ofHours(-1));

  /** While most calls are made it is the worst. */
  private static final Duration HEAVY = Duration.ofMinutes(6);

  private final World world;
  private final Function<Start, SimulatedNode> maker;
  private final List<SimulatedNode> nodes = new ArrayList<>();
  private int started;

  /** How a node is started: its name, and how far its clock is off. */
  record Start(String name, Duration clockOff) {}

  Nodes(World world, Function<Start, SimulatedNode> maker) {
    this.world = world;
    this.maker = maker;
    for (int i = 0; i < CLOCKS_OFF.size(); i++) {
      start();
    }
  }

  private void start() {
    Duration off = CLOCKS_OFF.get(started % CLOCKS_OFF.size());
    started++;
    SimulatedNode node = maker.apply(new Start("node-" + started, off));
    node.onDeath(this::died);
    nodes.add(node);
    world.trace().tell(Trace.ALL, node.name() + " starts, its clock off by " + off);
  }

  private void died(SimulatedNode node) {
    nodes.remove(node);
    Duration pause = world.chance().between(Duration.ofSeconds(2), Duration.ofMinutes(3));
    world.timeline().in(pause, this::start);
  }

  /** One that lives, as a balancer would choose it; empty when all are dead. */
  Optional<SimulatedNode> any() {
    return nodes.isEmpty() ? Optional.empty() : Optional.of(world.chance().oneOf(nodes));
  }

  /** Something bad happens to a node, now and again, while there is a storm. */
  void storm() {
    Duration so = Duration.between(world.timeline().start(), world.timeline().now());
    Duration longest = so.compareTo(HEAVY) < 0 ? Duration.ofSeconds(50) : Duration.ofMinutes(6);
    world
        .timeline()
        .in(
            world.chance().between(Duration.ofSeconds(8), longest),
            () -> {
              if (world.weather().stormy()) {
                any().ifPresent(this::strike);
                storm();
              }
            });
  }

  private void strike(SimulatedNode node) {
    if (world.chance().permille(450)) {
      world.tally().count(Fault.NODE_KILLED);
      node.kill();
    } else {
      world.tally().count(Fault.NODE_STOPPED);
      node.stop(world.chance().between(Duration.ofSeconds(5), Duration.ofMinutes(4)));
    }
  }
}
