// A receiver of deliveries that answers as a test wants, in whatever way.
package dev.semel.notification;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** Listens on an address of this machine, keeps what it gets, and answers by the byte. */
final class Receiver implements AutoCloseable {
  private static final Pattern LENGTH = Pattern.compile("(?m)^content-length: ?([0-9]+)\r?$");
  private static final String END_OF_HEAD = "\r\n\r\n";

  /** One request. */
  record Got(String head, String body, String serverName) {
    /** The value of a header; empty where it is missing. */
    String header(String name) {
      Matcher matcher =
          Pattern.compile("(?im)^" + Pattern.quote(name) + ": ?(.*?)\r?$").matcher(head);
      return matcher.find() ? matcher.group(1) : "";
    }
  }

  /** What is done with a connection whose request has been read. */
  interface Answer {
    void write(Socket connection, Got got) throws IOException, InterruptedException;
  }

  private final ServerSocket server;
  private final Answer answer;
  private final List<Got> got = new CopyOnWriteArrayList<>();
  private final List<Socket> open = new CopyOnWriteArrayList<>();

  Receiver(InetAddress address, @Nullable SSLContext tls, Answer answer) throws IOException {
    this.server =
        tls == null
            ? new ServerSocket(0, 50, address)
            : tls.getServerSocketFactory().createServerSocket(0, 50, address);
    this.answer = answer;
    Thread.ofVirtual().start(this::accept);
  }

  /** One on loopback that answers every request with a status. */
  static Receiver answering(String status) throws IOException {
    return new Receiver(InetAddress.getLoopbackAddress(), null, text(status, ""));
  }

  /** A whole answer. */
  static Answer text(String status, String body, String... headers) {
    return (connection, _) ->
        write(
            connection,
            "HTTP/1.1 "
                + status
                + "\r\n"
                + String.join("", List.of(headers).stream().map(one -> one + "\r\n").toList())
                + "Content-Length: "
                + body.length()
                + END_OF_HEAD
                + body);
  }

  static void write(Socket connection, String text) throws IOException {
    connection.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    connection.getOutputStream().flush();
  }

  int port() {
    return server.getLocalPort();
  }

  List<Got> got() {
    return List.copyOf(got);
  }

  private void accept() {
    try {
      while (true) {
        Socket connection = server.accept();
        open.add(connection);
        Thread.ofVirtual().start(() -> serve(connection));
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      Got request = read(connection);
      got.add(request);
      answer.write(connection, request);
    } catch (IOException | InterruptedException gone) {
      // The other side has had enough, or the test is over.
    }
  }

  private static Got read(Socket connection) throws IOException {
    InputStream in = connection.getInputStream();
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(StandardCharsets.UTF_8).endsWith(END_OF_HEAD)) {
      int one = in.read();
      if (one < 0) {
        throw new IOException("the request ended early");
      }
      head.write(one);
    }
    String text = head.toString(StandardCharsets.UTF_8);
    Matcher length = LENGTH.matcher(text.toLowerCase(Locale.ROOT));
    byte[] body = in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
    return new Got(text, new String(body, StandardCharsets.UTF_8), serverName(connection));
  }

  private static String serverName(Socket connection) {
    return connection instanceof SSLSocket tls
            && tls.getSession() instanceof ExtendedSSLSession session
        ? String.join(
            ",",
            session.getRequestedServerNames().stream()
                .map(name -> ((SNIHostName) name).getAsciiName())
                .toList())
        : "";
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket connection : open) {
      connection.close();
    }
  }
}
