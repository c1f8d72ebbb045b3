// Watches over the processes, and shows the partners a way to the servers.
package dev.semel.app.chaos.processes;

import dev.semel.app.rig.Wait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Starts again what has ended, as whatever watches over servers in earnest does, and has each
 * partner send its webhooks to another server every time, be it dead or alive.
 */
final class Keeper implements AutoCloseable {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  private final Arena arena;
  private final Random random;
  private final ExecutorService thread = Executors.newSingleThreadExecutor();

  Keeper(Arena arena, Random random) {
    this.arena = arena;
    this.random = random;
  }

  void start() {
    Future<?> _ = thread.submit(this::keep);
  }

  private void keep() {
    while (!Thread.currentThread().isInterrupted()) {
      try {
        arena.keepAlive();
      } catch (RunException e) {
        return;
      } catch (UncheckedIOException e) {
        // A program that can't be started at this moment is started at the next look.
        Wait.rest(BETWEEN_LOOKS);
        continue;
      }
      List<Server> servers = arena.servers();
      for (Partner partner : arena.partners().all()) {
        try {
          arena
              .partners()
              .sendWebhooksTo(partner, servers.get(random.nextInt(servers.size())).address());
        } catch (IOException e) {
          // The partners are dead at the moment. They are told again soon.
        }
      }
      Wait.rest(BETWEEN_LOOKS);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
