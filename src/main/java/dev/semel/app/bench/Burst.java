// Many pieces of work at once, on a few connections, as fast as they go.
package dev.semel.app.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** A burst: each connection takes the next piece as soon as it has done the one before. */
final class Burst {

  /** One connection; used by one thread. */
  interface Connection extends AutoCloseable {
    /** Does a piece of work; throws when it was not done as it has to be. */
    void perform(byte[] piece) throws Exception;

    @Override
    void close() throws IOException;
  }

  /** Opens a connection. */
  interface Opening {
    Connection open() throws Exception;
  }

  /**
   * What came of it.
   *
   * @param each how long each piece took, in nanoseconds
   * @param nanos how long all of them took
   */
  record Result(Figures each, long nanos) {
    /** How many were done in a second. */
    double rate() {
      return each.count() * 1e9 / Math.max(1, nanos);
    }
  }

  private Burst() {}

  /** Does all pieces, in their order, on so many connections. */
  static Result of(List<byte[]> pieces, int connections, Opening opening)
      throws IOException, InterruptedException {
    List<Connection> open = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(connections)) {
      for (int i = 0; i < connections; i++) {
        open.add(opening.open());
      }
      Figures each = new Figures();
      AtomicInteger next = new AtomicInteger();
      long began = System.nanoTime();
      List<Future<?>> running = new ArrayList<>();
      for (Connection one : open) {
        running.add(threads.submit(() -> perform(one, pieces, next, each)));
      }
      for (Future<?> one : running) {
        one.get();
      }
      return new Result(each, System.nanoTime() - began);
    } catch (ExecutionException e) {
      throw new IOException("The burst failed: " + e.getCause(), e);
    } catch (InterruptedException | IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("A connection failed.", e);
    } finally {
      close(open);
    }
  }

  private static Void perform(
      Connection connection, List<byte[]> pieces, AtomicInteger next, Figures each)
      throws Exception {
    for (int i = next.getAndIncrement(); i < pieces.size(); i = next.getAndIncrement()) {
      long began = System.nanoTime();
      connection.perform(pieces.get(i));
      each.add(System.nanoTime() - began);
    }
    return null;
  }

  private static void close(List<Connection> open) throws IOException {
    for (Connection one : open) {
      one.close();
    }
  }
}
