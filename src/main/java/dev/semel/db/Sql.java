// How stores speak SQL: JDBI on the transaction's own connection.
package dev.semel.db;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Handles;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jdbi.v3.core.statement.StatementExceptions.MessageRendering;
import org.jspecify.annotations.Nullable;

/**
 * SQL for the stores. Every statement runs on the connection of the transaction that is open, so
 * that what belongs together commits together.
 */
@Singleton
public final class Sql {
  private final Work work;

  @Inject
  Sql(DataSource dataSource) {
    Jdbi jdbi = jdbiOn(dataSource);
    // The transaction belongs to the caller: closing a handle must not end it.
    jdbi.getConfig(Handles.class).setForceEndTransactions(false);
    work =
        new Work() {
          @Override
          public <T extends @Nullable Object> T on(Function<Handle, T> statements) {
            Tx.assertInside();
            try (Handle handle = jdbi.open()) {
              return statements.apply(handle);
            }
          }
        };
  }

  /** Values of statements hold account numbers, and exceptions end in logs: they name no value. */
  private static Jdbi jdbiOn(DataSource dataSource) {
    Jdbi jdbi = Jdbi.create(dataSource);
    jdbi.getConfig(StatementExceptions.class).setMessageRendering(MessageRendering.NONE);
    return jdbi;
  }

  private Sql(Handle handle) {
    work =
        new Work() {
          @Override
          public <T extends @Nullable Object> T on(Function<Handle, T> statements) {
            return statements.apply(handle);
          }
        };
  }

  /** Where statements run. */
  private interface Work {
    <T extends @Nullable Object> T on(Function<Handle, T> statements);
  }

  /**
   * One transaction on a data source of the caller's, for commands that run without the server's
   * container. It commits when the work returns and is taken back when the work throws.
   */
  public static <T> T inTransaction(DataSource dataSource, Function<Sql, T> work) {
    return jdbiOn(dataSource).inTransaction(handle -> work.apply(new Sql(handle)));
  }

  /** Runs statements in the open transaction and returns what they bring. */
  public <T extends @Nullable Object> T with(Function<Handle, T> statements) {
    return work.on(statements);
  }

  /** Runs statements in the open transaction. */
  public void use(Consumer<Handle> statements) {
    this.<@Nullable Object>with(
        handle -> {
          statements.accept(handle);
          return null;
        });
  }

  /**
   * Runs statements so that a failure takes back these alone, and what the transaction did before
   * stays. A lost conflict is passed on: the whole transaction is made again.
   *
   * @return the failure, or empty
   */
  public Optional<RuntimeException> alone(Runnable statements) {
    use(handle -> handle.execute("SAVEPOINT alone"));
    try {
      statements.run();
    } catch (RuntimeException e) {
      if (SqlStates.lostConflict(e)) {
        throw e;
      }
      use(handle -> handle.execute("ROLLBACK TO SAVEPOINT alone"));
      return Optional.of(e);
    }
    use(handle -> handle.execute("RELEASE SAVEPOINT alone"));
    return Optional.empty();
  }

  /**
   * Makes sure that a conditional update met exactly one row.
   *
   * @param rows how many rows the statement changed
   * @param what what was changed, for the error
   */
  public static void exactlyOne(int rows, String what) {
    if (rows != 1) {
      throw new IllegalStateException(what + " changed " + rows + " rows where it must change one");
    }
  }
}
