// Requests that were written and have not arrived.
package dev.semel.model;

/** Requests that were written and have not arrived: delayed, not lost. There is room for two. */
final class Network {
  /** Nobody waits for the answer any more. */
  static final int NOBODY = 0;

  private static final Part[] WRITTEN = {Part.WRITTEN_1, Part.WRITTEN_2};
  private static final Part[] WRITER = {Part.WRITER_1, Part.WRITER_2};
  private static final Part[] UNDER = {Part.UNDER_1, Part.UNDER_2};
  static final int ROOM = 2;

  private Network() {}

  static boolean has(World world, int slot) {
    return world.is(WRITTEN[slot]);
  }

  static boolean isEmpty(World world) {
    return !has(world, 0) && !has(world, 1);
  }

  static boolean isFull(World world) {
    return has(world, 0) && has(world, 1);
  }

  /** Whether the partner's promise lets no more time pass before a request arrives or is lost. */
  static boolean isAnyLate(Scope scope, World world) {
    return scope.promises() && (isLate(scope, world, 0) || isLate(scope, world, 1));
  }

  private static boolean isLate(Scope scope, World world, int slot) {
    return has(world, slot) && scope.relative(world, WRITTEN[slot]) <= -scope.visible();
  }

  static int writtenAt(Scope scope, World world, int slot) {
    return scope.relative(world, WRITTEN[slot]);
  }

  /** The worker that waits for the answer, from 0, or less. */
  static int writer(World world, int slot) {
    return world.get(WRITER[slot]) - 1;
  }

  static int reference(World world, int slot) {
    return world.get(UNDER[slot]);
  }

  static World write(Scope scope, World world, int worker, int reference) {
    int slot = has(world, 0) ? 1 : 0;
    World next = scope.withRelative(world, WRITTEN[slot], 0);
    return sorted(next.with(WRITER[slot], worker + 1).with(UNDER[slot], reference));
  }

  static World without(World world, int slot) {
    return sorted(world.with(WRITTEN[slot], 0).with(WRITER[slot], 0).with(UNDER[slot], 0));
  }

  /** The worker waits no longer. */
  static World forget(World world, int worker) {
    World next = world;
    for (int slot = 0; slot < ROOM; slot++) {
      if (writer(world, slot) == worker) {
        next = next.with(WRITER[slot], NOBODY);
      }
    }
    return sorted(next);
  }

  /** In which place a request stands makes no difference. */
  private static World sorted(World world) {
    return rank(world, 0) >= rank(world, 1) ? world : swapped(world);
  }

  private static int rank(World world, int slot) {
    return world.get(WRITTEN[slot]) * 8 + world.get(WRITER[slot]) * 2 + world.get(UNDER[slot]);
  }

  private static World swapped(World world) {
    return world
        .with(WRITTEN[0], world.get(WRITTEN[1]))
        .with(WRITER[0], world.get(WRITER[1]))
        .with(UNDER[0], world.get(UNDER[1]))
        .with(WRITTEN[1], world.get(WRITTEN[0]))
        .with(WRITER[1], world.get(WRITER[0]))
        .with(UNDER[1], world.get(UNDER[0]));
  }
}
