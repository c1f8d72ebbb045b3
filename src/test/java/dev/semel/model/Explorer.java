// Goes through every world that can be reached.
package dev.semel.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Goes through every world that can be reached, nearest first, so that the first violation found is
 * among the shortest. Worlds are kept whole, not as hashes: none is taken for another.
 */
final class Explorer {
  private static final int FIRST_ROOM = 1 << 16;
  private static final int NONE = -1;

  private final Steps steps;
  private final int most;

  private long[] lows = new long[FIRST_ROOM];
  private long[] highs = new long[FIRST_ROOM];
  private int[] parents = new int[FIRST_ROOM];
  private int[] places = new int[4 * FIRST_ROOM];
  private int reached;
  private int current = NONE;
  private long transitions;

  /**
   * @param most how many worlds to look at at most
   */
  Explorer(Scope scope, int most) {
    this.steps = new Steps(scope);
    this.most = most;
    Arrays.fill(places, NONE);
  }

  /**
   * What was found.
   *
   * @param worlds how many different worlds were reached
   * @param transitions how many steps were made
   * @param depth how many steps lead to the farthest world
   * @param complete whether every world that can be reached was
   * @param cutOff steps that the model had no room for
   * @param violated the invariant that does not hold; empty when all do
   * @param trace how it came to that, in words
   */
  record Found(
      int worlds,
      long transitions,
      int depth,
      boolean complete,
      long cutOff,
      Optional<Invariant> violated,
      String trace) {}

  /** Explores from these worlds. */
  Found explore(List<World> starts) {
    starts.forEach(this::add);
    int depth = 0;
    int endOfLayer = reached;
    for (int next = 0; next < reached && reached < most; next++) {
      if (next == endOfLayer) {
        depth++;
        endOfLayer = reached;
      }
      current = next;
      try {
        steps.from(world(next), this::take);
      } catch (Violation violation) {
        return found(depth, false, Optional.of(violation.invariant), trace(next, violation));
      }
    }
    return found(depth, reached < most, Optional.empty(), "");
  }

  /** The worlds that were reached, every so manieth. */
  List<World> sample(int every) {
    List<World> worlds = new ArrayList<>();
    for (int number = 0; number < reached; number += every) {
      worlds.add(world(number));
    }
    return worlds;
  }

  Ledger ledger() {
    return steps.ledger;
  }

  private Found found(int depth, boolean complete, Optional<Invariant> violated, String trace) {
    return new Found(reached, transitions, depth, complete, steps.cutOff, violated, trace);
  }

  private void take(World world) {
    transitions++;
    add(world);
  }

  private void add(World world) {
    int place = place(world);
    if (places[place] != NONE) {
      return;
    }
    if (reached == lows.length) {
      grow();
      place = place(world);
    }
    lows[reached] = world.low();
    highs[reached] = world.high();
    parents[reached] = current;
    places[place] = reached;
    reached++;
  }

  private World world(int number) {
    return new World(lows[number], highs[number]);
  }

  /** Where the world's number is kept, or would be. */
  private int place(World world) {
    long mixed = (world.low() * 0x9E3779B97F4A7C15L) ^ (world.high() * 0xC2B2AE3D27D4EB4FL);
    mixed ^= mixed >>> 32;
    mixed *= 0x9E3779B97F4A7C15L;
    int place = (int) (mixed >>> 32) & (places.length - 1);
    while (places[place] != NONE
        && (lows[places[place]] != world.low() || highs[places[place]] != world.high())) {
      place = (place + 1) & (places.length - 1);
    }
    return place;
  }

  private void grow() {
    int room = lows.length * 2;
    lows = Arrays.copyOf(lows, room);
    highs = Arrays.copyOf(highs, room);
    parents = Arrays.copyOf(parents, room);
    places = new int[4 * room];
    Arrays.fill(places, NONE);
    for (int number = 0; number < reached; number++) {
      places[place(world(number))] = number;
    }
  }

  /** How it came to a violation, step by step in words. */
  private String trace(int last, Violation violation) {
    Deque<Integer> way = new ArrayDeque<>();
    for (int number = last; number != NONE; number = parents[number]) {
      way.push(number);
    }
    StringBuilder story = new StringBuilder(violation.getMessage()).append('\n');
    steps.ledger.telling = true;
    String lastStep = lastStep(world(last));
    int before = way.pop();
    int count = 1;
    for (int after : way) {
      story.append("%3d. %s%n".formatted(count++, stepBetween(world(before), world(after))));
      before = after;
    }
    return story.append("%3d. %s%n".formatted(count, lastStep)).toString();
  }

  private String stepBetween(World before, World after) {
    List<String> words = new ArrayList<>();
    steps.from(
        before,
        next -> {
          if (words.isEmpty() && next.equals(after)) {
            words.add(steps.words());
          }
        });
    return words.getFirst();
  }

  private String lastStep(World world) {
    try {
      steps.from(world, _ -> {});
    } catch (Violation _) {
      return steps.words();
    }
    throw new IllegalStateException("a violation that was found is not found again");
  }
}
