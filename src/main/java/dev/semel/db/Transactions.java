// Who opens transactions.
package dev.semel.db;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Who opens transactions for {@link Tx}: the server's transaction manager, or a simulation. */
public interface Transactions {
  /**
   * Runs an action in a new transaction and commits it; rolls it back when the action throws.
   *
   * @return what the action returned
   */
  <T extends @Nullable Object> T callInNew(Supplier<T> action);

  /**
   * The same where the transaction may take longer than usual.
   *
   * @param longest how long it may take
   */
  default <T extends @Nullable Object> T callInNew(Duration longest, Supplier<T> action) {
    return callInNew(action);
  }

  /** Whether a transaction is open in this thread. */
  boolean isOpen();

  /** Whether the open transaction can still be committed. */
  boolean isCommittable();
}
