// Asks for everything again at the end.
package dev.semel.app.chaos.processes;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Repeats every create under its key: each has to be answered with the bytes of the first time. */
final class Replays {
  private static final int AT_ONCE = 6;

  private final Api api;
  private final Promises promises;
  private final AtomicInteger same = new AtomicInteger();

  Replays(Api api, Promises promises) {
    this.api = api;
    this.promises = promises;
  }

  /** Repeats all, and returns how many were answered as before; the others are findings. */
  int run(Random random) {
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      List<Future<?>> all =
          promises.allCreated().stream()
              .<Future<?>>map(
                  one -> {
                    Random own = new Random(random.nextLong());
                    return threads.submit(() -> repeat(one, own));
                  })
              .toList();
      for (Future<?> one : all) {
        one.get();
      }
      return same.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RunException("The run was interrupted.", e);
    } catch (ExecutionException e) {
      throw new RunException("What was asked could not be asked again: " + e.getCause(), e);
    }
  }

  private void repeat(Promises.Created first, Random random) {
    Api.Answer again = api.post(random, first.path(), first.key(), first.body());
    boolean equal =
        again.status() == first.answer().status()
            && again.replayed()
            && again.location().equals(first.answer().location())
            && Arrays.equals(again.body(), first.answer().body());
    if (equal) {
      same.incrementAndGet();
    } else {
      promises.broken(
          new Finding(
              Finding.Kind.ANSWER,
              first.key(),
              "",
              "%s was answered %s, and at the end %s"
                  .formatted(first.key(), first.answer().text(), again.text())));
    }
  }
}
