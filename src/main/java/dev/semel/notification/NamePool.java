// Threads that resolve names, of which nobody can hold all.
package dev.semel.notification;

import dev.semel.notification.Names.NoTurnException;
import dev.semel.notification.Names.UnresolvedException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Threads that resolve names. The system's resolver can't be interrupted, so that a name server
 * that never answers holds a thread for as long as it likes: there is a bounded number of them, of
 * which one tenant gets a few, and one name of a tenant a single one, whose answer all share that
 * ask meanwhile.
 */
final class NamePool {
  private static final int IDLE_SECONDS = 30;

  private final ThreadPoolExecutor threads;
  private final int perTenant;
  private final Resolver resolver;
  private final Map<Question, CompletableFuture<InetAddress[]>> underWay = new HashMap<>();

  /** Who knows what names stand for. */
  @FunctionalInterface
  interface Resolver {
    /** All addresses of a name; it may take as long as it likes. */
    InetAddress[] addresses(String host) throws UnknownHostException;
  }

  private record Question(String tenantId, String host) {}

  /**
   * Makes a pool.
   *
   * @param most how many names are resolved at once
   * @param perTenant how many of one tenant's
   */
  NamePool(String name, int most, int perTenant, Resolver resolver) {
    this.perTenant = perTenant;
    this.resolver = resolver;
    this.threads =
        new ThreadPoolExecutor(
            0,
            most,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Thread.ofPlatform().daemon().name(name + "-", 0).factory());
  }

  /** As {@link Names#addresses}. */
  List<InetAddress> addresses(String tenantId, String host, Duration longest)
      throws UnresolvedException, NoTurnException {
    CompletableFuture<InetAddress[]> answer = ask(new Question(tenantId, host));
    try {
      return List.of(answer.get(longest.toMillis(), TimeUnit.MILLISECONDS));
    } catch (ExecutionException e) {
      throw new UnresolvedException(
          e.getCause() instanceof UnknownHostException
              ? "The name was not found."
              : "The name could not be resolved.");
    } catch (TimeoutException e) {
      throw new UnresolvedException("The name was not resolved in time.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NoTurnException("The server was told to stop.");
    }
  }

  private synchronized CompletableFuture<InetAddress[]> ask(Question question)
      throws NoTurnException {
    CompletableFuture<InetAddress[]> known = underWay.get(question);
    if (known != null) {
      return known;
    }
    long held =
        underWay.keySet().stream()
            .filter(other -> other.tenantId().equals(question.tenantId()))
            .count();
    if (held >= perTenant) {
      throw new NoTurnException("Names of this tenant are being resolved, as many as may be.");
    }
    CompletableFuture<InetAddress[]> answer = new CompletableFuture<>();
    try {
      threads.execute(() -> resolve(question, answer));
    } catch (RejectedExecutionException e) {
      throw new NoTurnException("As many names are being resolved as may be.");
    }
    underWay.put(question, answer);
    return answer;
  }

  private void resolve(Question question, CompletableFuture<InetAddress[]> answer) {
    try {
      InetAddress[] found = resolver.addresses(question.host());
      end(question);
      answer.complete(found);
    } catch (Throwable e) {
      end(question);
      answer.completeExceptionally(e);
    }
  }

  private synchronized void end(Question question) {
    underWay.remove(question);
  }

  void close() {
    threads.shutdownNow();
  }
}
