// Stores messages that arrive at the same time in one transaction.
package dev.semel.webhook;

import dev.semel.db.CommitUnknownException;
import dev.semel.db.Tx;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;

/**
 * Stores messages, those that arrive at the same time in one transaction: a commit costs the
 * database the same for one as for many. Whoever comes while commits are under way is taken along
 * by the next one. One that can't be stored keeps none of the others from it.
 */
@Singleton
final class StoreTogether {
  private static final int MOST_AT_ONCE = 64;

  /** Two, so that one that is held up does not hold up all. */
  private static final int TRANSACTIONS_AT_ONCE = 2;

  private final WebhookStore messages;
  private final Semaphore turns = new Semaphore(TRANSACTIONS_AT_ONCE, true);
  private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();

  StoreTogether(WebhookStore messages) {
    this.messages = messages;
  }

  private static final class Waiting {
    private final NewMessage message;
    private final CompletableFuture<Boolean> stored = new CompletableFuture<>();
    private volatile boolean taken;

    Waiting(NewMessage message) {
      this.message = message;
    }
  }

  /**
   * Stores a message. No transaction may be open.
   *
   * @throws RuntimeException as {@link Tx#run}: nothing was stored, or nobody knows
   */
  void store(NewMessage message) {
    Waiting own = new Waiting(message);
    waiting.add(own);
    turns.acquireUninterruptibly();
    try {
      while (!own.taken) {
        storeSome();
      }
    } finally {
      turns.release();
    }
    try {
      own.stored.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private void storeSome() {
    List<Waiting> some = new ArrayList<>();
    while (some.size() < MOST_AT_ONCE) {
      Waiting next = waiting.poll();
      if (next == null) {
        break;
      }
      next.taken = true;
      some.add(next);
    }
    if (!some.isEmpty()) {
      storeAll(some);
    }
  }

  private void storeAll(List<Waiting> some) {
    try {
      Tx.run(() -> messages.insert(some.stream().map(one -> one.message).toList()));
      some.forEach(one -> one.stored.complete(true));
    } catch (CommitUnknownException e) {
      some.forEach(one -> one.stored.completeExceptionally(e));
    } catch (RuntimeException e) {
      if (some.size() > 1) {
        some.forEach(one -> storeAll(List.of(one)));
      } else {
        some.getFirst().stored.completeExceptionally(e);
      }
    } finally {
      // Whatever else was thrown ends its own request, and leaves nobody waiting.
      some.forEach(
          one -> one.stored.completeExceptionally(new IllegalStateException("not stored")));
    }
  }
}
