// Transactions of the server's transaction manager.
package dev.semel.db;

import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.transaction.Status;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Transactions of the server's transaction manager. */
final class ServerTransactions implements Transactions {
  @Override
  public <T extends @Nullable Object> T callInNew(Supplier<T> action) {
    return QuarkusTransaction.requiringNew().call(action::get);
  }

  @Override
  public <T extends @Nullable Object> T callInNew(Duration longest, Supplier<T> action) {
    return QuarkusTransaction.requiringNew()
        .timeout(Math.toIntExact(longest.toSeconds()))
        .call(action::get);
  }

  @Override
  public boolean isOpen() {
    return QuarkusTransaction.getStatus() != Status.STATUS_NO_TRANSACTION;
  }

  @Override
  public boolean isCommittable() {
    return QuarkusTransaction.getStatus() == Status.STATUS_ACTIVE;
  }
}
