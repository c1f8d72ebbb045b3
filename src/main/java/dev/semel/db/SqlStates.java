// Reads from an exception what the database meant.
package dev.semel.db;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
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
  private static final String COMPLETION_UNKNOWN = "40003";

  /** Broken constraints, rolled back transactions, and one that had failed before its commit. */
  private static final List<String> ROLLBACKS = List.of("23", "40", "25P02");

  /** Data that does not fit, broken constraints, statements that are wrong or not allowed. */
  private static final List<String> VALUES = List.of("22", "23");

  private static final List<String> REFUSALS = List.of("22", "23", "42");

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

  /**
   * True when the same transaction may well succeed a moment later: the database is away, busy or
   * changing over, or nobody knows whether the commit happened. What the database refused for what
   * it says, and what never reached it, fails again.
   */
  public static boolean mayPass(Throwable failure) {
    List<SQLException> said = all(failure);
    return failure instanceof CommitUnknownException
        || (!said.isEmpty() && said.stream().noneMatch(SqlStates::isRefusal));
  }

  /** True when the database says that a value can't be kept: it is none, or breaks a constraint. */
  public static boolean refusesValues(Throwable failure) {
    return all(failure).stream()
        .map(SQLException::getSQLState)
        .anyMatch(state -> state != null && VALUES.stream().anyMatch(state::startsWith));
  }

  private static boolean isRefusal(SQLException said) {
    @Nullable String state = said.getSQLState();
    return state != null && REFUSALS.stream().anyMatch(state::startsWith);
  }

  /** The SQLSTATE of what the database said, where it said anything. */
  public static Optional<String> of(Throwable failure) {
    return all(failure).stream()
        .map(SQLException::getSQLState)
        .filter(Objects::nonNull)
        .map(Objects::requireNonNull)
        .findFirst();
  }

  /**
   * True when the failure of a commit proves that the transaction was rolled back: the database
   * itself said so. A lost connection, a database that is shutting down, and what nobody foresaw
   * prove nothing.
   */
  static boolean saysRolledBack(Throwable failure) {
    List<SQLException> said = all(failure);
    return !said.isEmpty() && said.stream().allMatch(SqlStates::isRollback);
  }

  private static boolean isRollback(SQLException said) {
    @Nullable String state = said.getSQLState();
    return state != null
        && !state.equals(COMPLETION_UNKNOWN)
        && ROLLBACKS.stream().anyMatch(state::startsWith);
  }

  /** What the database or its driver said, or the failure itself when they said nothing. */
  static Throwable firstOf(Throwable failure) {
    List<SQLException> said = all(failure);
    return said.isEmpty() ? failure : said.getFirst();
  }

  private static boolean is(Throwable failure, String state) {
    return of(failure).filter(state::equals).isPresent();
  }

  /** A failed commit's own exception is only suppressed by the transaction manager's. */
  private static List<SQLException> all(Throwable failure) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    List<SQLException> found = new ArrayList<>();
    collect(failure, seen, found);
    return found;
  }

  private static void collect(
      @Nullable Throwable at, Set<Throwable> seen, List<SQLException> found) {
    if (at == null || !seen.add(at)) {
      return;
    }
    if (at instanceof SQLException sql) {
      found.add(sql);
    }
    collect(at.getCause(), seen, found);
    for (Throwable suppressed : at.getSuppressed()) {
      collect(suppressed, seen, found);
    }
  }
}
