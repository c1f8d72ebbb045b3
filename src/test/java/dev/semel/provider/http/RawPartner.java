// A partner at the level of bytes, so that an answer can break anywhere.
package dev.semel.provider.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Reads whole requests, counts them, and does with the connection what the test says. */
final class RawPartner implements AutoCloseable {
  private final ServerSocket server;
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile Behaviour behaviour;

  /** What happens to a connection after a whole request was read. */
  interface Behaviour {
    /** Returns true when the connection stays open for another request. */
    boolean answer(Socket connection) throws IOException;
  }

  RawPartner(Behaviour behaviour) throws IOException {
    this.behaviour = behaviour;
    this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  /** Writes bytes and closes in an orderly way. */
  static Behaviour thenClose(String bytes) {
    return connection -> {
      write(connection, bytes);
      return false;
    };
  }

  /** Writes bytes and keeps the connection. */
  static Behaviour thenStay(String bytes) {
    return connection -> {
      write(connection, bytes);
      return true;
    };
  }

  /** Writes bytes and resets the connection. */
  static Behaviour thenReset(String bytes) {
    return connection -> {
      write(connection, bytes);
      connection.setSoLinger(true, 0);
      return false;
    };
  }

  /** A whole answer with its length. */
  static String answer(String head, String body) {
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    return "HTTP/1.1 " + head + "\r\nContent-Length: " + length + "\r\n\r\n" + body;
  }

  private static void write(Socket connection, String bytes) throws IOException {
    connection.getOutputStream().write(bytes.getBytes(StandardCharsets.UTF_8));
    connection.getOutputStream().flush();
  }

  void nowDoes(Behaviour other) {
    behaviour = other;
  }

  String url() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  /** The requests seen so far, head and body. */
  List<String> requests() {
    return requests;
  }

  private void accept() {
    try {
      while (!server.isClosed()) {
        Socket connection = server.accept();
        sockets.add(connection);
        Thread.ofVirtual().start(() -> serve(connection));
      }
    } catch (IOException closed) {
      sockets.forEach(RawPartner::closeQuietly);
    }
  }

  private void serve(Socket connection) {
    try {
      boolean open = true;
      while (open) {
        String request = read(connection.getInputStream());
        if (request.isEmpty()) {
          break;
        }
        requests.add(request);
        open = behaviour.answer(connection);
      }
    } catch (IOException gone) {
      closeQuietly(connection);
      return;
    }
    closeQuietly(connection);
  }

  private static String read(InputStream in) throws IOException {
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    int length = -1;
    int headEnd = -1;
    while (headEnd < 0 || read.size() < headEnd + length) {
      int next = in.read();
      if (next < 0) {
        return "";
      }
      read.write(next);
      if (headEnd < 0 && read.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
        headEnd = read.size();
        length = contentLength(read.toString(StandardCharsets.ISO_8859_1));
      }
    }
    return read.toString(StandardCharsets.UTF_8);
  }

  private static int contentLength(String head) {
    return head.lines()
        .map(line -> line.toLowerCase(Locale.ROOT))
        .filter(line -> line.startsWith("content-length:"))
        .mapToInt(line -> Integer.parseInt(line.substring(line.indexOf(':') + 1).strip()))
        .findFirst()
        .orElse(0);
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
    server.close();
    sockets.forEach(RawPartner::closeQuietly);
  }
}
