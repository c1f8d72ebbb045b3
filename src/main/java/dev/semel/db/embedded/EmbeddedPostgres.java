// The embedded PostgreSQL: the same engine as in production, kept in a directory of the server's.
package dev.semel.db.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.jboss.logging.Logger;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A running PostgreSQL that belongs to this process. It keeps its data between starts, forces every
 * commit to the disk, listens on the loopback address alone and asks for a password.
 *
 * <p>The directory holds {@code semel.lock} (held while this process lives), {@code
 * postgres.password} (readable by its owner only), {@code postgres.log}, the unpacked programs and
 * the cluster {@code pgdata}. Nothing is written anywhere else.
 */
public final class EmbeddedPostgres implements AutoCloseable {

  /** The role that owns everything, and the database that the server uses. */
  public static final String USER = "semel";

  public static final String DATABASE = "semel";

  private static final Logger LOG = Logger.getLogger(EmbeddedPostgres.class);
  private static final int START_TRIES = 5;
  private static final int RESTARTS = 5;

  /** What a payout server may not run without, whatever a configuration file says. */
  private static final Map<String, String> DURABILITY =
      Map.of("fsync", "on", "synchronous_commit", "on", "full_page_writes", "on");

  private final DirectoryLock lock;
  private final PostgresPrograms programs;
  private final Path cluster;
  private final String password;
  private volatile int port;
  private boolean closed;
  private int restarts;

  private EmbeddedPostgres(
      DirectoryLock lock, PostgresPrograms programs, Path cluster, String password, int port) {
    this.lock = lock;
    this.programs = programs;
    this.cluster = cluster;
    this.password = password;
    this.port = port;
  }

  /**
   * Starts the PostgreSQL of a data directory, creating the directory and the cluster when they are
   * not there, and stopping first what a killed server left running on it.
   *
   * @param dataDirectory the server's own directory, {@code SEMEL_DATA_DIR}
   * @return the server, ready for connections
   * @throws EmbeddedPostgresException when another living server uses the directory, when commits
   *     would not be forced to the disk, or when PostgreSQL does not start
   */
  public static EmbeddedPostgres start(Path dataDirectory) {
    return start(dataDirectory, dataDirectory);
  }

  /** As {@link #start(Path)}, with the programs unpacked in a directory that several may share. */
  public static EmbeddedPostgres start(Path dataDirectory, Path programsDirectory) {
    try {
      Path directory = dataDirectory.toAbsolutePath().normalize();
      Files.createDirectories(directory);
      Files.createDirectories(programsDirectory);
      var lock = DirectoryLock.take(directory, "semel.lock");
      try {
        return startLocked(directory, programsDirectory.toAbsolutePath().normalize(), lock);
      } catch (IOException | InterruptedException | SQLException | RuntimeException e) {
        lock.close();
        throw e;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EmbeddedPostgresException("The start of PostgreSQL was interrupted.", e);
    } catch (FileSystemException e) {
      throw new EmbeddedPostgresException(
          "The data directory "
              + dataDirectory
              + " can't be used ("
              + e.getClass().getSimpleName()
              + " at "
              + e.getFile()
              + "): let SEMEL_DATA_DIR name a directory that this user may write.",
          e);
    } catch (IOException | SQLException e) {
      throw new EmbeddedPostgresException(
          "The embedded PostgreSQL in " + dataDirectory + " does not start: " + e.getMessage(), e);
    }
  }

  /**
   * The database of a data directory that a living server uses, for a command that runs beside that
   * server.
   *
   * @return unpooled connections, or empty when no living process uses the directory
   * @throws EmbeddedPostgresException when one does, and its PostgreSQL is not ready yet
   */
  public static Optional<DataSource> inUse(Path dataDirectory) {
    Path directory = dataDirectory.toAbsolutePath().normalize();
    try {
      if (!Files.isDirectory(directory) || !DirectoryLock.isHeld(directory, "semel.lock")) {
        return Optional.empty();
      }
      return Optional.of(new RunningPostgres(directory).dataSource());
    } catch (IOException e) {
      throw new EmbeddedPostgresException(
          "The database in " + directory + " can't be found: " + e.getMessage(), e);
    }
  }

  private static EmbeddedPostgres startLocked(
      Path directory, Path programsDirectory, DirectoryLock lock)
      throws IOException, InterruptedException, SQLException {
    var programs = new PostgresPrograms(PostgresBinaries.unpackedIn(programsDirectory));
    var cluster = directory.resolve("pgdata");
    var passwordFile = directory.resolve("postgres.password");
    if (Files.exists(cluster)) {
      new LeftoverServer(cluster, programs).stop();
    } else {
      createCluster(programs, cluster, passwordFile);
    }
    String password = Files.readString(passwordFile).strip();
    int port = startServer(programs, cluster, directory.resolve("postgres.log"));
    var server = new EmbeddedPostgres(lock, programs, cluster, password, port);
    try {
      server.checkDurability();
      server.createDatabaseIfMissing();
    } catch (SQLException | RuntimeException e) {
      server.stopServer();
      throw e;
    }
    return server;
  }

  private static void createCluster(PostgresPrograms programs, Path cluster, Path passwordFile)
      throws IOException, InterruptedException {
    var secret = new byte[24];
    new SecureRandom().nextBytes(secret);
    Files.deleteIfExists(passwordFile);
    Files.createFile(
        passwordFile,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(passwordFile, HexFormat.of().formatHex(secret) + "\n");
    // A crash half way through leaves the unfinished name behind, never a half-made cluster.
    var unfinished = cluster.resolveSibling("pgdata.unfinished");
    PostgresBinaries.deleteTree(unfinished);
    programs.run(
        "initdb",
        "-D",
        unfinished.toString(),
        "--username=" + USER,
        "--auth=scram-sha-256",
        "--pwfile=" + passwordFile,
        "--encoding=UTF8",
        "--locale=C",
        "--no-instructions");
    Files.move(unfinished, cluster, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Returns the port. Between finding a free one and using it another process may take it. */
  private static int startServer(PostgresPrograms programs, Path cluster, Path log)
      throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      int port = freePort();
      try {
        startServer(programs, cluster, log, port);
        return port;
      } catch (EmbeddedPostgresException e) {
        String said = Files.exists(log) ? Files.readString(log) : "";
        if (attempt == START_TRIES || !said.contains("could not bind")) {
          throw new EmbeddedPostgresException(
              "PostgreSQL does not start on " + cluster + ": " + said.strip(), e);
        }
      }
    }
  }

  private static void startServer(PostgresPrograms programs, Path cluster, Path log, int port)
      throws IOException, InterruptedException {
    if (Files.exists(log)) {
      Files.move(log, log.resolveSibling("postgres.log.1"), StandardCopyOption.REPLACE_EXISTING);
    }
    programs.run(
        "pg_ctl",
        "start",
        "-D",
        cluster.toString(),
        "-l",
        log.toString(),
        "-w",
        "-t",
        "120",
        "-o",
        serverOptions(port));
  }

  private static String serverOptions(int port) {
    var options =
        new StringBuilder("-p ")
            .append(port)
            .append(" -c listen_addresses=127.0.0.1 -c unix_socket_directories=''")
            // Details of errors quote whole rows, with account numbers, into PostgreSQL's own log.
            .append(" -c log_error_verbosity=terse");
    DURABILITY.forEach(
        (name, value) -> options.append(" -c ").append(name).append('=').append(value));
    return options.toString();
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void checkDurability() throws SQLException {
    try (Connection connection = dataSource("postgres").getConnection();
        var statement = connection.createStatement()) {
      for (String name : DURABILITY.keySet().stream().sorted().toList()) {
        try (var row = statement.executeQuery("SHOW " + name)) {
          row.next();
          requireDurable(name, row.getString(1));
        }
      }
    }
  }

  static void requireDurable(String setting, String value) {
    if (!value.equals(DURABILITY.get(setting))) {
      throw new EmbeddedPostgresException(
          "PostgreSQL runs with "
              + setting
              + "="
              + value
              + ": an accepted payout could be lost in a crash, so the server does not start.");
    }
  }

  private void createDatabaseIfMissing() throws SQLException {
    try (Connection connection = dataSource("postgres").getConnection();
        var statement = connection.createStatement()) {
      try (var found =
          statement.executeQuery("SELECT 1 FROM pg_database WHERE datname = '" + DATABASE + "'")) {
        if (found.next()) {
          return;
        }
      }
      statement.execute("CREATE DATABASE " + DATABASE);
    }
  }

  /** Returns the JDBC address of one of its databases, without user and password. */
  public String jdbcUrl(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
  }

  /** Returns the password of {@link #USER}. */
  public String password() {
    return password;
  }

  /** Returns unpooled connections to one of its databases. */
  public DataSource dataSource(String database) {
    var source = new PGSimpleDataSource();
    source.setUrl(jdbcUrl(database));
    source.setUser(USER);
    source.setPassword(password);
    return source;
  }

  /** Returns what Quarkus has to be told so that its data source is this server's database. */
  public Map<String, String> quarkusConfiguration() {
    return Map.of(
        "quarkus.datasource.jdbc.url", jdbcUrl(DATABASE),
        "quarkus.datasource.username", USER,
        "quarkus.datasource.password", password);
  }

  /**
   * From now on a PostgreSQL that ends by itself, such as one that the machine killed for want of
   * memory, is started again on the same port, so that the server's connections find it. That helps
   * a few times; something that keeps ending is not for this process to mend.
   *
   * @param whenLost told, at most once, when it can't be started again
   */
  public void keepRunning(Runnable whenLost) {
    Thread.ofVirtual().name("watch-postgres").start(() -> watch(whenLost));
  }

  private void watch(Runnable whenLost) {
    try {
      do {
        new LeftoverServer(cluster, programs).awaitEnd();
      } while (startAgain());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException e) {
      if (!isClosed()) {
        LOG.error("PostgreSQL can't be started again", e);
        whenLost.run();
      }
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  /** Returns false when it has ended because it was told to. */
  private synchronized boolean startAgain() throws IOException, InterruptedException {
    if (closed) {
      return false;
    }
    restarts++;
    if (restarts > RESTARTS) {
      throw new EmbeddedPostgresException("PostgreSQL keeps ending by itself.");
    }
    LOG.errorf(
        "PostgreSQL has ended by itself and is started again (%d of %d)", restarts, RESTARTS);
    new LeftoverServer(cluster, programs).stop();
    startServer(programs, cluster, cluster.resolveSibling("postgres.log"), port);
    LOG.info("PostgreSQL is back");
    return true;
  }

  /** How {@link #crash} ends PostgreSQL. */
  public enum Crash {
    /** It ends at once and without a checkpoint, as when the machine is told to go down. */
    STOPPED_AT_ONCE,
    /** Its first process is killed, and the others end when they notice. */
    KILLED
  }

  /**
   * Ends PostgreSQL as a crash does and starts it again, so that it recovers: for runs that do so
   * on purpose. It listens on another port afterwards.
   */
  public synchronized void crash(Crash how) {
    if (closed) {
      return;
    }
    try {
      switch (how) {
        case STOPPED_AT_ONCE ->
            programs.run("pg_ctl", "stop", "-D", cluster.toString(), "-m", "immediate", "-w");
        case KILLED -> new LeftoverServer(cluster, programs).kill();
      }
      port = startServer(programs, cluster, cluster.resolveSibling("postgres.log"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EmbeddedPostgresException("The crash of PostgreSQL was interrupted.", e);
    } catch (IOException e) {
      throw new EmbeddedPostgresException("PostgreSQL does not come back: " + e.getMessage(), e);
    }
  }

  /** Returns the port it listens on now. */
  public int port() {
    return port;
  }

  /** Stops PostgreSQL after its checkpoint, then lets go of the directory. Safe to call twice. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      stopServer();
      lock.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EmbeddedPostgresException("The stop of PostgreSQL was interrupted.", e);
    } catch (IOException e) {
      throw new EmbeddedPostgresException("PostgreSQL does not stop: " + e.getMessage(), e);
    }
  }

  private void stopServer() throws IOException, InterruptedException {
    if (!new LeftoverServer(cluster, programs).isRunning()) {
      LOG.warn("PostgreSQL had ended by itself before it was told to");
      return;
    }
    programs.run("pg_ctl", "stop", "-D", cluster.toString(), "-m", "fast", "-w", "-t", "60");
    LOG.debug("PostgreSQL has stopped");
  }
}
