// A partner that holds every connection as a test says, and counts what it received on it.
package dev.semel.provider.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * Unlike {@link RawPartner} it may answer, wait or hang up before a request was read. A request
 * counts when it was read whole. A connection is closed in an orderly way when its script ends.
 */
final class ScriptedPartner implements AutoCloseable {
  private static final int SMALL_WINDOW = 4096;

  private final ServerSocket server = new ServerSocket();
  private final Script script;
  private final @Nullable Tls tls;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger failedHandshakes = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();
  private final CountDownLatch ended = new CountDownLatch(1);

  /** What happens on a connection, from its beginning. */
  interface Script {
    void hold(Link link) throws IOException;
  }

  /** How it proves who it is, and whether its clients have to. */
  record Tls(SSLContext context, String version, boolean wantsClientCertificate) {}

  ScriptedPartner(Script script) throws IOException {
    this(script, null);
  }

  ScriptedPartner(Script script, @Nullable Tls tls) throws IOException {
    this.script = script;
    this.tls = tls;
    server.setReceiveBufferSize(SMALL_WINDOW);
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    threads.execute(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  String url() {
    return "http://127.0.0.1:" + port();
  }

  /** The requests that were read whole. */
  List<String> requests() {
    return requests;
  }

  int connections() {
    return connections.get();
  }

  int failedHandshakes() {
    return failedHandshakes.get();
  }

  /** How many bytes of requests were read; those of a TLS handshake do not count. */
  long bytes() {
    return bytes.get();
  }

  private void accept() {
    try {
      while (!server.isClosed()) {
        Socket accepted = server.accept();
        sockets.add(accepted);
        int number = connections.incrementAndGet();
        threads.execute(() -> serve(accepted, number));
      }
    } catch (IOException closed) {
      sockets.forEach(ScriptedPartner::closeQuietly);
    }
  }

  private void serve(Socket accepted, int number) {
    try (accepted) {
      Socket connection = tls == null ? accepted : secured(accepted, tls);
      if (connection != null) {
        script.hold(new Link(connection, accepted, number));
        connection.close();
      }
    } catch (IOException gone) {
      closeQuietly(accepted);
    }
  }

  private @Nullable Socket secured(Socket accepted, Tls how) {
    try {
      SSLSocket secured =
          (SSLSocket) how.context().getSocketFactory().createSocket(accepted, null, true);
      secured.setUseClientMode(false);
      secured.setEnabledProtocols(new String[] {how.version()});
      secured.setNeedClientAuth(how.wantsClientCertificate());
      secured.startHandshake();
      return secured;
    } catch (IOException refused) {
      failedHandshakes.incrementAndGet();
      return null;
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException gone) {
      // It is closed either way.
    }
  }

  @Override
  public void close() throws IOException {
    end();
  }

  /** Ends every script: what was received by then is all that ever will be. */
  void end() throws IOException {
    ended.countDown();
    server.close();
    sockets.forEach(ScriptedPartner::closeQuietly);
    threads.close();
  }

  /** One connection. */
  final class Link {
    private final Socket connection;
    private final Socket wire;
    private final int number;
    private int answered;

    private Link(Socket connection, Socket wire, int number) {
      this.connection = connection;
      this.wire = wire;
      this.number = number;
    }

    /** The number of the connection, from 1. */
    int number() {
      return number;
    }

    /** Reads a request whole; empty when the connection has ended. */
    String request() throws IOException {
      String head = head();
      if (head.isEmpty()) {
        return "";
      }
      byte[] body = connection.getInputStream().readNBytes(lengthIn(head));
      bytes.addAndGet(body.length);
      if (body.length < lengthIn(head)) {
        return "";
      }
      String request = head + new String(body, StandardCharsets.UTF_8);
      requests.add(request);
      return request;
    }

    /** Reads the head of a request; empty when the connection has ended. */
    String head() throws IOException {
      InputStream in = connection.getInputStream();
      ByteArrayOutputStream read = new ByteArrayOutputStream();
      while (!read.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
        int next = in.read();
        if (next < 0) {
          return "";
        }
        bytes.incrementAndGet();
        read.write(next);
      }
      return read.toString(StandardCharsets.ISO_8859_1);
    }

    private static int lengthIn(String head) {
      return head.lines()
          .map(line -> line.toLowerCase(Locale.ROOT))
          .filter(line -> line.startsWith("content-length:"))
          .mapToInt(line -> Integer.parseInt(line.substring(line.indexOf(':') + 1).strip()))
          .findFirst()
          .orElse(0);
    }

    /** How many answers were counted on this connection. */
    int answered() {
      return answered;
    }

    void countAnswer() {
      answered++;
    }

    /** Reads nothing more and keeps the connection until the partner is closed. */
    void stay() {
      try {
        ended.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /** Waits for the first byte of a request and leaves the others where they are. */
    void awaitFirstByte() throws IOException {
      if (connection.getInputStream().read() >= 0) {
        bytes.incrementAndGet();
      }
    }

    /** Reads until the connection ends, and takes nothing of it for a request. */
    void swallow() throws IOException {
      bytes.addAndGet(connection.getInputStream().transferTo(OutputStream.nullOutputStream()));
    }

    void write(String text) throws IOException {
      write(text.getBytes(StandardCharsets.UTF_8));
    }

    void write(byte[] content) throws IOException {
      connection.getOutputStream().write(content);
      connection.getOutputStream().flush();
    }

    /** Ends our half of the connection. */
    void closeHalf() throws IOException {
      connection.shutdownOutput();
    }

    /** Closes the connection; with bytes unread that is a reset. */
    void close() throws IOException {
      wire.close();
    }

    void reset() throws IOException {
      wire.setSoLinger(true, 0);
      wire.close();
    }
  }
}
