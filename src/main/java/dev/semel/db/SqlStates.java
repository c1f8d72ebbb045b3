// Reads from an exception what the database meant.
package dev.semel.db;

import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the database said, read from the SQLSTATE of the exception that carries it, however deeply
 * it is wrapped.
 */
public final class SqlStates {
  private static final String SERIALIZATION_FAILURE = "40001";
  private static final String DEADLOCK = "40P01";
  private static final String LOCK_TIMEOUT = "55P03";
  private static final String UNIQUE_VIOLATION = "23505";

  private SqlStates() {}

  /** True when a transaction was rolled back only because another went first. */
  public static boolean lostConflict(Throwable failure) {
    return is(failure, SERIALIZATION_FAILURE) || is(failure, DEADLOCK);
  }

  /** True when a lock was waited for longer than a request may wait. */
  public static boolean lockTimedOut(Throwable failure) {
    return is(failure, LOCK_TIMEOUT);
  }

  /** True when a unique constraint was violated. */
  public static boolean uniqueViolated(Throwable failure) {
    return is(failure, UNIQUE_VIOLATION);
  }

  private static boolean is(Throwable failure, String state) {
    return find(failure).filter(state::equals).isPresent();
  }

  private static Optional<String> find(Throwable failure) {
    for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql && sql.getSQLState() != null) {
        return Optional.of(sql.getSQLState());
      }
    }
    return Optional.empty();
  }
}
