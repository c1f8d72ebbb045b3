// Opens transactions, and keeps calls to providers out of them.
package dev.semel.db;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The one way to open a transaction. Stores assert that one is open; whatever waits for a provider
 * asserts that none is, so that no database connection is held while a partner thinks.
 */
public final class Tx {
  private static final Logger LOG = Logger.getLogger(Tx.class);
  private static final int MOST_RUNS = 5;
  private static final Transactions SERVERS = new ServerTransactions();
  private static final ScopedValue<Transactions> OTHERS = ScopedValue.newInstance();
  private static final ScopedValue<List<Runnable>> AFTERWARDS = ScopedValue.newInstance();

  private Tx() {}

  /** Does work, in this thread, whose transactions are opened by another than the server. */
  public static void with(Transactions others, Runnable work) {
    ScopedValue.where(OTHERS, others).run(work);
  }

  private static Transactions transactions() {
    return OTHERS.isBound() ? OTHERS.get() : SERVERS;
  }

  /**
   * Runs an action in a new transaction and commits it. A run that lost a deadlock or a
   * serialization conflict did nothing, and is made again, a few times.
   *
   * @return what the action returned
   * @throws CommitUnknownException when the commit may or may not have happened; it is never made
   *     again here. Any other exception means that the transaction was rolled back.
   */
  public static <T extends @Nullable Object> T call(Supplier<T> action) {
    return call(action, work -> transactions().callInNew(work));
  }

  /**
   * Runs an action that may take longer than usual, as {@link #call(Supplier)}.
   *
   * @param longest how long it may take
   */
  public static <T extends @Nullable Object> T call(Duration longest, Supplier<T> action) {
    return call(action, work -> transactions().callInNew(longest, work));
  }

  private static <T extends @Nullable Object> T call(
      Supplier<T> action, Function<Supplier<T>, T> transaction) {
    assertOutside();
    for (int run = 1; ; run++) {
      AtomicBoolean committing = new AtomicBoolean();
      List<Runnable> afterwards = new ArrayList<>();
      T result;
      try {
        result =
            ScopedValue.where(AFTERWARDS, afterwards)
                .call(
                    () ->
                        transaction.apply(
                            () -> {
                              T made = action.get();
                              assertCommittable();
                              committing.set(true);
                              return made;
                            }));
      } catch (RuntimeException e) {
        if (committing.get() && !SqlStates.saysRolledBack(e)) {
          throw new CommitUnknownException(SqlStates.firstOf(e));
        }
        if (run == MOST_RUNS || !SqlStates.lostConflict(e)) {
          throw e;
        }
        LOG.debugf("run %d of a transaction lost a conflict and is made again", run);
        continue;
      }
      afterwards.forEach(Tx::runCommitted);
      return result;
    }
  }

  /** What is committed stays so: nobody is to take a fault after it for a rollback. */
  private static void runCommitted(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException e) {
      LOG.warnf("What was to follow a commit failed: %s", e);
    }
  }

  /**
   * Has something done once the open transaction is committed, such as to wake who waits for that.
   * It must be short and must not fail, and nothing may be lost without it: it is not done where
   * nobody knows whether the commit went through.
   */
  public static void afterCommit(Runnable action) {
    assertInside();
    if (AFTERWARDS.isBound()) {
      AFTERWARDS.get().add(action);
    }
  }

  /** What can only be rolled back fails before its commit, so that nobody wonders about it. */
  private static void assertCommittable() {
    if (!transactions().isCommittable()) {
      throw new IllegalStateException("the transaction ran out of time and is rolled back");
    }
  }

  /** Runs an action in a new transaction and commits it, as {@link #call}. */
  public static void run(Runnable action) {
    Tx.<@Nullable Object>call(
        () -> {
          action.run();
          return null;
        });
  }

  /** Runs an action that may take longer than usual, as {@link #call(Duration, Supplier)}. */
  public static void run(Duration longest, Runnable action) {
    Tx.<@Nullable Object>call(
        longest,
        () -> {
          action.run();
          return null;
        });
  }

  /** Fails unless a transaction is open. */
  public static void assertInside() {
    if (!isOpen()) {
      throw new IllegalStateException("this must run inside a transaction");
    }
  }

  /** Fails when a transaction is open. */
  public static void assertOutside() {
    if (isOpen()) {
      throw new IllegalStateException("this must not run inside a transaction");
    }
  }

  private static boolean isOpen() {
    return transactions().isOpen();
  }
}
