// Gives the features what they may not reach for themselves: time, chance and this node's name.
package dev.semel.app;

import dev.semel.submission.Node;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** Gives the features what they may not reach for themselves. */
final class Surroundings {
  private static final int NAME_BITS = 48;

  @Produces
  @Singleton
  SecureRandom secureRandom() {
    return new SecureRandom();
  }

  @Produces
  @Singleton
  LongSupplier nanoTime() {
    return System::nanoTime;
  }

  /** This node's clock: for the stamps of logs, and for nothing that decides. */
  @Produces
  @Singleton
  InstantSource clock() {
    return InstantSource.system();
  }

  /**
   * A name that no other node has: the process and a random part, because process ids repeat
   * between machines.
   */
  @Produces
  @Singleton
  Node node(RandomGenerator random) {
    long suffix = random.nextLong(1L << NAME_BITS);
    return new Node(
        ProcessHandle.current().pid() + "-" + Long.toString(suffix, Character.MAX_RADIX));
  }
}
