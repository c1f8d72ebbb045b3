// A real PostgreSQL whose clock, and whose commits, a simulation decides.
package dev.semel.db;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A real PostgreSQL whose clock a simulation decides. Everything runs on one connection, one
 * transaction after the other. Its {@code search_path} begins with the schema {@code sim}, so that
 * {@code now()} in every statement is {@code sim.now()}: the simulation's time when the transaction
 * began. The defaults of columns are bound to it, too.
 */
public final class SimulatedDatabase implements Transactions, AutoCloseable {
  private static final String PATH = "SET search_path = sim, public, pg_catalog";

  /** Names the columns whose default is now(), however they were migrated. */
  private static final String BIND_DEFAULTS =
      """
      DO $do$
      DECLARE found record;
      BEGIN
          FOR found IN SELECT c.relname AS tab, a.attname AS col FROM pg_attrdef d JOIN pg_class c ON c.oid = d.adrelid
              JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
              JOIN pg_namespace n ON n.oid = c.relnamespace
              WHERE n.nspname = 'public' AND pg_get_expr(d.adbin, d.adrelid) IN ('now()', 'pg_catalog.now()', 'CURRENT_TIMESTAMP') LOOP
              EXECUTE format('ALTER TABLE public.%I ALTER COLUMN %I SET DEFAULT sim.now()', found.tab, found.col);
          END LOOP;
          -- Nobody works on the rows in an order of his own.
          FOR found IN SELECT tablename AS tab FROM pg_tables WHERE schemaname = 'public' LOOP
              EXECUTE format('ALTER TABLE public.%I SET (autovacuum_enabled = off)', found.tab);
          END LOOP;
      END $do$
      """;

  /** The tables of the program; what the migrations keep of themselves stays. */
  private static final String EMPTY =
      """
      DO $do$
      BEGIN
          EXECUTE (SELECT 'TRUNCATE ' || string_agg(format('public.%I', tablename), ', ') || ' RESTART IDENTITY CASCADE'
              FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'flyway%');
      END $do$
      """;

  /**
   * Deletes the rows where there are any; unlike truncating, that costs no more than the rows.
   * Neither triggers nor foreign keys have a say.
   */
  private static final String CLEAR =
      """
      DO $do$
      DECLARE found record;
      BEGIN
          SET LOCAL session_replication_role = replica;
          FOR found IN SELECT tablename AS tab FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'flyway%' LOOP
              EXECUTE format('DELETE FROM public.%I', found.tab);
          END LOOP;
      END $do$
      """;

  /** What decides about transactions. */
  public interface Fate {
    /** The time of the transaction that begins. */
    Instant now();

    /** Called before a commit; what it throws takes the transaction back. */
    void beforeCommit();

    /** Called after a commit; what it throws comes to the caller of the transaction. */
    void afterCommit();
  }

  private final Connection connection;
  private final Fate fate;
  private final Sql sql;
  private @Nullable Thread owner;

  private SimulatedDatabase(Connection connection, Fate fate) {
    this.connection = connection;
    this.fate = fate;
    Connection kept = (Connection) proxy(Connection.class, this::onConnection);
    this.sql =
        new Sql(
            (DataSource)
                proxy(
                    DataSource.class,
                    (self, method, arguments) -> {
                      if (method.getName().equals("getConnection")) {
                        return kept;
                      }
                      throw new UnsupportedOperationException(method.getName());
                    }));
  }

  /**
   * Opens a migrated database whose rows may be thrown away, and empties it. Commits are not forced
   * to the disk: nothing in it outlives the simulation.
   *
   * @throws IllegalStateException when PostgreSQL refuses
   */
  public static SimulatedDatabase open(DataSource source, Fate fate) {
    try {
      Connection connection = source.getConnection();
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET client_min_messages = warning");
        statement.execute("SET synchronous_commit = off");
        statement.execute("CREATE SCHEMA IF NOT EXISTS sim");
        statement.execute(function("now"));
        statement.execute(function("clock_timestamp"));
        statement.execute(BIND_DEFAULTS);
        statement.execute(EMPTY);
        statement.execute(PATH);
        connection.setAutoCommit(false);
      }
      return new SimulatedDatabase(connection, fate);
    } catch (SQLException e) {
      throw new IllegalStateException("The simulation's database can't be prepared.", e);
    }
  }

  private static String function(String name) {
    return "CREATE OR REPLACE FUNCTION sim."
        + name
        + "() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE"
        + " AS $$ SELECT pg_catalog.current_setting('sim.now')::pg_catalog.timestamptz $$";
  }

  /** Empties it for what comes next; numbers go on where they were. */
  public void clear() {
    try (Statement statement = connection.createStatement()) {
      statement.execute(CLEAR);
      connection.commit();
    } catch (SQLException e) {
      throw new IllegalStateException("The simulation's database can't be emptied.", e);
    }
  }

  /** For the stores: statements on the connection of the open transaction. */
  public Sql sql() {
    return sql;
  }

  @Override
  public <T extends @Nullable Object> T callInNew(Supplier<T> action) {
    if (owner != null) {
      throw new IllegalStateException(
          "a transaction is open, and the simulation has one at a time");
    }
    owner = Thread.currentThread();
    try {
      T result;
      try {
        begin();
        result = action.get();
        fate.beforeCommit();
      } catch (RuntimeException | Error e) {
        connection.rollback();
        throw e;
      }
      connection.commit();
      fate.afterCommit();
      return result;
    } catch (SQLException e) {
      throw new IllegalStateException("the simulation's database failed", e);
    } finally {
      owner = null;
    }
  }

  private void begin() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET LOCAL sim.now = '" + fate.now() + "'");
    }
  }

  @Override
  public boolean isOpen() {
    return owner == Thread.currentThread();
  }

  @Override
  public boolean isCommittable() {
    return isOpen();
  }

  /** The connection as the stores have it: closing it leaves the transaction alone. */
  private @Nullable Object onConnection(Object self, Method method, Object @Nullable [] arguments)
      throws Throwable {
    if (method.getName().equals("close")) {
      return null;
    }
    try {
      return method.invoke(connection, arguments);
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }

  private static Object proxy(Class<?> type, InvocationHandler handler) {
    return Proxy.newProxyInstance(
        SimulatedDatabase.class.getClassLoader(), new Class<?>[] {type}, handler);
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException("The simulation's database can't be closed.", e);
    }
  }
}
