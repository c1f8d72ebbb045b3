// Stands between the server and its database, and lets the connection fail at a chosen moment.
package dev.semel.app.rig;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A TCP proxy that reads along what the server sends to PostgreSQL. One trap at a time may be set:
 * it springs once, at the first connection where its words come by in one transaction. The server
 * has to send every statement's text ({@link #PARAMETERS}).
 */
public final class DatabaseProxy implements AutoCloseable {

  /** What the JDBC address has to carry: no TLS, and no statement by its number alone. */
  public static final String PARAMETERS = "?sslmode=disable&prepareThreshold=0";

  private static final char PARSE = 'P';
  private static final char BIND = 'B';

  /** What happens when a trap springs. */
  public enum Deed {
    /** The connection is gone before the words reach the database. */
    LOSE_STATEMENT(false),
    /** COMMIT never reaches the database, and the connection is gone. */
    LOSE_COMMIT(true),
    /** The database commits, and the connection is gone before its answer. */
    LOSE_ANSWER(true),
    /** The database commits, and its answer waits until the server or the proxy is gone. */
    HOLD_ANSWER(true),
    /** COMMIT never reaches the database, and waits until the server or the proxy is gone. */
    HOLD_COMMIT(true),
    /** As LOSE_STATEMENT, and with it every other connection and all new ones, until it is back. */
    LOSE_DATABASE(false),
    /** The words, and all that follows on this connection, wait until the proxy is closed. */
    HOLD(false);

    private final boolean atCommit;

    Deed(boolean atCommit) {
      this.atCommit = atCommit;
    }
  }

  private final ServerSocket listener;
  private final IntSupplier database;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicReference<@Nullable Trap> trap = new AtomicReference<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Set<Link> links = ConcurrentHashMap.newKeySet();
  private volatile CountDownLatch flowing = new CountDownLatch(0);
  private volatile boolean away;

  /** Opens a way to the database that listens on this port. */
  public DatabaseProxy(int database) throws IOException {
    this(() -> database);
  }

  /** Opens a way to the database that listens on the port that this gives at any time. */
  public DatabaseProxy(IntSupplier database) throws IOException {
    this.database = database;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Future<?> _ = threads.submit(this::acceptAll);
  }

  /** Where the server connects to. */
  public int port() {
    return listener.getLocalPort();
  }

  /**
   * Sets the trap.
   *
   * @param words what a statement or its values must hold, such as a table's name
   */
  public Trap set(Deed deed, String words) {
    Trap set = new Trap(deed, words, new CountDownLatch(1), new AtomicReference<>(""));
    trap.set(set);
    return set;
  }

  /** Takes away the trap that has not sprung yet. */
  public void clear() {
    trap.set(null);
  }

  /** Breaks all connections off, and returns how many there were. */
  public int cutAll() throws IOException {
    List<Link> cut = List.copyOf(links);
    for (Link link : cut) {
      link.cut();
    }
    return cut.size();
  }

  /** Lets nothing through, and breaks nothing off, until {@link #flow}. */
  public synchronized void stall() {
    if (flowing.getCount() == 0) {
      flowing = new CountDownLatch(1);
    }
  }

  /** Lets everything through again. */
  public synchronized void flow() {
    flowing.countDown();
  }

  /**
   * A trap that was set.
   *
   * @param caught how the server calls itself ({@code ApplicationName} in its address) at whose
   *     connection it sprang
   */
  public record Trap(
      Deed deed, String words, CountDownLatch sprung, AtomicReference<String> caught) {
    /** How the server calls itself at whose connection it sprang; empty when nobody knows. */
    public String by() {
      @Nullable String name = caught.get();
      return name == null ? "" : name;
    }

    /** Waits until it has sprung. */
    public void await(Duration patience) throws InterruptedException {
      if (!sprungWithin(patience)) {
        throw new IllegalStateException("Nothing said '" + words + "' within " + patience);
      }
    }

    /** Waits until it has sprung; false when it did not. */
    public boolean sprungWithin(Duration patience) throws InterruptedException {
      return sprung.await(patience.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** Lets the server reach the database again. */
  public void bringBack() {
    away = false;
  }

  private void goAway() throws IOException {
    away = true;
    cutAll();
  }

  private @Nullable Void acceptAll() throws IOException {
    while (!listener.isClosed()) {
      Socket server = listener.accept();
      if (away) {
        server.close();
        continue;
      }
      Future<?> _ = threads.submit(() -> carry(server));
    }
    return null;
  }

  /** Where the database does not listen, the server must not wait for it. */
  private @Nullable Void carry(Socket server) throws IOException, InterruptedException {
    try (server;
        Socket postgres = new Socket(InetAddress.getLoopbackAddress(), database.getAsInt())) {
      Link link = new Link(server, postgres);
      links.add(link);
      try {
        link.carry();
      } finally {
        links.remove(link);
      }
    }
    return null;
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    listener.close();
    threads.shutdownNow();
  }

  /** One connection of the server's. */
  private final class Link {
    private final Socket server;
    private final Socket postgres;
    private final StringBuilder transaction = new StringBuilder();
    private final CountDownLatch over = new CountDownLatch(1);
    private String name = "";
    private boolean held;
    private volatile @Nullable Trap answer;

    Link(Socket server, Socket postgres) {
      this.server = server;
      this.postgres = postgres;
    }

    void cut() throws IOException {
      server.close();
      postgres.close();
    }

    void carry() throws IOException, InterruptedException {
      Future<?> _ = threads.submit(this::carryAnswers);
      try {
        DataInputStream in = new DataInputStream(server.getInputStream());
        OutputStream out = postgres.getOutputStream();
        // The first message has no type.
        byte[] first = body(in);
        name = nameIn(first);
        forward(out, -1, first);
        while (true) {
          int type = in.readUnsignedByte();
          byte[] body = body(in);
          flowing.await();
          if (springs(type, body)) {
            awaitEndOf(in);
            return;
          }
          forward(out, type, body);
        }
      } catch (EOFException e) {
        // The server has closed it.
      } finally {
        over.countDown();
      }
    }

    /** Where a COMMIT is held, until the server is gone. */
    private void awaitEndOf(InputStream in) throws IOException {
      if (held) {
        in.transferTo(OutputStream.nullOutputStream());
      }
    }

    /** What the server calls itself, in the message with which it begins. */
    private static String nameIn(byte[] first) {
      String[] words = new String(first, StandardCharsets.UTF_8).split("\0", -1);
      for (int i = 0; i + 1 < words.length; i++) {
        if (words[i].endsWith("application_name")) {
          return words[i + 1];
        }
      }
      return "";
    }

    /** Whether the connection ends here. */
    private boolean springs(int type, byte[] body) throws IOException, InterruptedException {
      if (type != PARSE && type != BIND) {
        return false;
      }
      String text = new String(body, StandardCharsets.ISO_8859_1);
      boolean commit = type == PARSE && text.contains("\0COMMIT\0");
      if (!commit) {
        transaction.append(text);
      }
      Trap set = trap.get();
      boolean said = set != null && transaction.indexOf(set.words()) >= 0;
      if (commit) {
        transaction.setLength(0);
      }
      return set != null
          && said
          && commit == set.deed().atCommit
          && trap.compareAndSet(set, null)
          && spring(set);
    }

    private boolean spring(Trap set) throws IOException, InterruptedException {
      set.caught().set(name);
      switch (set.deed()) {
        case LOSE_DATABASE -> {
          goAway();
          set.sprung().countDown();
        }
        case LOSE_STATEMENT, LOSE_COMMIT -> set.sprung().countDown();
        case LOSE_ANSWER, HOLD_ANSWER -> answer = set;
        case HOLD -> {
          set.sprung().countDown();
          closed.await();
        }
        case HOLD_COMMIT -> {
          held = true;
          set.sprung().countDown();
        }
      }
      return answer == null;
    }

    private @Nullable Void carryAnswers() throws IOException, InterruptedException {
      byte[] chunk = new byte[16_384];
      StringBuilder lost = new StringBuilder();
      try (server;
          postgres) {
        InputStream in = postgres.getInputStream();
        OutputStream out = server.getOutputStream();
        for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
          flowing.await();
          Trap kept = answer;
          if (kept == null) {
            out.write(chunk, 0, n);
            continue;
          }
          lost.append(new String(chunk, 0, n, StandardCharsets.ISO_8859_1));
          // A transaction that had failed already is answered otherwise.
          if (lost.indexOf("COMMIT\0") >= 0 || lost.indexOf("ROLLBACK\0") >= 0) {
            kept.sprung().countDown();
            if (kept.deed() == Deed.HOLD_ANSWER) {
              over.await();
            }
            return null;
          }
        }
      }
      return null;
    }
  }

  private static byte[] body(DataInputStream in) throws IOException {
    byte[] body = new byte[in.readInt() - Integer.BYTES];
    in.readFully(body);
    return body;
  }

  /** One write for a whole message, so that nothing waits for the rest of it. */
  private static void forward(OutputStream out, int type, byte[] body) throws IOException {
    var message = new ByteArrayOutputStream(body.length + 5);
    if (type >= 0) {
      message.write(type);
    }
    int length = body.length + Integer.BYTES;
    message.write(
        new byte[] {
          (byte) (length >> 24), (byte) (length >> 16), (byte) (length >> 8), (byte) length
        });
    message.write(body);
    message.writeTo(out);
    out.flush();
  }
}
