// Creates that go on and on while something else is done to the server.
package dev.semel.app.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Several clients, each making one unfunded payout after the other until this is closed. */
final class CreateLoad implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  private final BenchClient client;
  private final String prefix;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Future<?>> running = new ArrayList<>();
  private final AtomicInteger number = new AtomicInteger();
  private volatile Figures measured = new Figures();
  private volatile boolean stopping;

  CreateLoad(BenchClient client, int clients, String prefix) {
    this.client = client;
    this.prefix = prefix;
    for (int i = 0; i < clients; i++) {
      running.add(threads.submit(this::createOneAfterTheOther));
    }
  }

  private Void createOneAfterTheOther() throws IOException, InterruptedException {
    while (!stopping) {
      measured.add(client.create(prefix + number.incrementAndGet()));
    }
    return null;
  }

  /** Counts into new figures from now on, and returns them. */
  Figures measureAnew() throws IOException {
    for (Future<?> one : running) {
      if (one.isDone()) {
        throw new IOException("A client gave up.", reason(one));
      }
    }
    Figures fresh = new Figures();
    measured = fresh;
    return fresh;
  }

  private static Throwable reason(Future<?> ended) {
    return ended.state() == Future.State.FAILED
        ? ended.exceptionNow()
        : new IllegalStateException("it ended");
  }

  /** Ends when every client has had its last answer. */
  @Override
  public void close() throws IOException {
    stopping = true;
    try {
      for (Future<?> one : running) {
        one.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
    } catch (ExecutionException | java.util.concurrent.TimeoutException e) {
      throw new IOException("A client gave up.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      threads.shutdownNow();
    }
  }
}
