// How stores speak SQL: JDBI on the transaction's own connection.
package dev.semel.db;

import jakarta.inject.Singleton;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Handles;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * SQL for the stores. Every statement runs on the connection of the transaction that is open, so
 * that what belongs together commits together.
 */
@Singleton
public final class Sql {
  private final Jdbi jdbi;

  Sql(DataSource dataSource) {
    jdbi = Jdbi.create(dataSource);
    // The transaction belongs to the caller: closing a handle must not end it.
    jdbi.getConfig(Handles.class).setForceEndTransactions(false);
  }

  /** Runs statements in the open transaction and returns what they bring. */
  public <T extends @Nullable Object> T with(Function<Handle, T> statements) {
    Tx.assertInside();
    try (Handle handle = jdbi.open()) {
      return statements.apply(handle);
    }
  }

  /** Runs statements in the open transaction. */
  public void use(Consumer<Handle> statements) {
    Tx.assertInside();
    try (Handle handle = jdbi.open()) {
      statements.accept(handle);
    }
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
