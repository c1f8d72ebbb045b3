// Transactions on a real database, without the server's container.
package dev.semel.db;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Transactions on a real database, without the server's container, from as many threads as there
 * are connections. Nothing in them waits for a lock for long.
 */
public final class PlainDatabase implements Transactions {
  private final DataSource source;

  /** Of one database only: each has transactions of its own. */
  @SuppressWarnings("ThreadLocalUsage")
  private final ThreadLocal<@Nullable Connection> open = new ThreadLocal<>();

  public PlainDatabase(DataSource source) {
    this.source = source;
  }

  /** For the stores: statements on the connection of the thread's open transaction. */
  public Sql sql() {
    return new Sql(
        (DataSource)
            Proxy.newProxyInstance(
                PlainDatabase.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (_, method, _) -> {
                  if (method.getName().equals("getConnection")) {
                    return kept(current());
                  }
                  throw new UnsupportedOperationException(method.getName());
                }));
  }

  private Connection current() {
    @Nullable Connection connection = open.get();
    if (connection == null) {
      throw new IllegalStateException("no transaction is open in this thread");
    }
    return connection;
  }

  /** The connection as the stores have it: closing it leaves the transaction alone. */
  private static Connection kept(Connection connection) {
    return (Connection)
        Proxy.newProxyInstance(
            PlainDatabase.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (_, method, arguments) -> {
              if (method.getName().equals("close")) {
                return null;
              }
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            });
  }

  @Override
  public <T extends @Nullable Object> T callInNew(Supplier<T> action) {
    try (Connection connection = source.getConnection()) {
      connection.setAutoCommit(false);
      open.set(connection);
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET LOCAL lock_timeout = '3s'");
        T result = action.get();
        connection.commit();
        return result;
      } finally {
        open.remove();
        connection.rollback();
        connection.setAutoCommit(true);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("the database failed", e);
    }
  }

  @Override
  public boolean isOpen() {
    return open.get() != null;
  }

  @Override
  public boolean isCommittable() {
    return isOpen();
  }
}
