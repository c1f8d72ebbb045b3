// Names as this machine resolves them.
package dev.semel.notification;

import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Names as this machine resolves them. The system's resolver can't be interrupted, so it gets
 * threads of its own, a bounded number: a name server that never answers takes no thread from
 * anything else.
 */
@Singleton
final class SystemNames implements Names {
  private static final int MOST_AT_ONCE = 64;
  private static final int IDLE_SECONDS = 30;

  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0,
          MOST_AT_ONCE,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          Thread.ofPlatform().daemon().name("webhook-names-", 0).factory());

  @Override
  public List<InetAddress> addresses(String host, Duration longest) throws UnresolvedException {
    try {
      Future<InetAddress[]> answer = threads.submit(() -> InetAddress.getAllByName(host));
      return List.of(answer.get(longest.toMillis(), TimeUnit.MILLISECONDS));
    } catch (ExecutionException e) {
      throw new UnresolvedException(
          e.getCause() instanceof UnknownHostException
              ? "The name was not found."
              : "The name could not be resolved.");
    } catch (TimeoutException e) {
      throw new UnresolvedException("The name was not resolved in time.");
    } catch (RejectedExecutionException e) {
      throw new UnresolvedException("Too many names are being resolved at this moment.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnresolvedException("The server was told to stop.");
    }
  }

  @PreDestroy
  void close() {
    threads.shutdownNow();
  }
}
