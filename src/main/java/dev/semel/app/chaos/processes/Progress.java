// Tells now and then that a run goes on.
package dev.semel.app.chaos.processes;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Tells now and then that a run goes on, and how far it is. */
final class Progress implements AutoCloseable {
  private final PrintStream out;
  private final Duration every;
  private final Traffic traffic;
  private final Promises promises;
  private final Tally tally;
  private final long began = System.nanoTime();
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

  Progress(PrintStream out, Duration every, Traffic traffic, Promises promises, Tally tally) {
    this.out = out;
    this.every = every;
    this.traffic = traffic;
    this.promises = promises;
    this.tally = tally;
  }

  void start() {
    Future<?> _ =
        timer.scheduleAtFixedRate(
            this::tell, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void tell() {
    out.printf(
        "  after %d s: %d acts begun, %d payouts accepted, %d deeds done, %d answers wrong%n",
        TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began),
        traffic.begun(),
        promises.acceptedByReference().size(),
        tally.all(),
        promises.allBroken().size());
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
