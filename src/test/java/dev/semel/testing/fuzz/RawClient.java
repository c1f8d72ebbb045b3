// An HTTP client that sends exactly what it is told, right or wrong.
package dev.semel.testing.fuzz;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One connection to a server, opened anew when it was closed. Not for several threads. */
final class RawClient implements AutoCloseable {

  private static final int PATIENCE_MILLIS = 30_000;
  private static final int CHUNK = 1_000;
  private static final int LARGE = 100_000;

  private final URI server;
  private @Nullable Socket socket;
  private @Nullable InputStream in;

  /**
   * An answer.
   *
   * @param headers by name in lower case; several lines are joined by a comma
   */
  record Answer(int status, Map<String, String> headers, byte[] body) {
    String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  RawClient(URI server) {
    this.server = server;
  }

  /** Sends a request and reads its answer. A connection that had been idle is tried once more. */
  Answer send(FuzzRequest request) throws IOException {
    boolean fresh = socket == null;
    try {
      return exchange(request);
    } catch (EOFException | SocketException e) {
      close();
      if (fresh) {
        throw e;
      }
      return exchange(request);
    }
  }

  private Answer exchange(FuzzRequest request) throws IOException {
    Socket open = open();
    OutputStream out = open.getOutputStream();
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    whole.writeBytes(head(request).getBytes(StandardCharsets.ISO_8859_1));
    writeBody(request, whole);
    try {
      out.write(whole.toByteArray());
      out.flush();
    } catch (SocketException e) {
      // A server may answer before it has read all, and hang up; the answer may still be there.
      if (whole.size() < LARGE) {
        throw e;
      }
    }
    Answer answer = read(request.method());
    if (answer.headers().getOrDefault("connection", "").equalsIgnoreCase("close")) {
      close();
    }
    return answer;
  }

  private String head(FuzzRequest request) {
    StringBuilder head = new StringBuilder();
    head.append(request.method()).append(' ').append(request.target()).append(" HTTP/1.1\r\n");
    head.append("Host: ").append(server.getAuthority()).append("\r\n");
    for (FuzzRequest.Header header : request.headers()) {
      head.append(header.name()).append(": ").append(header.value()).append("\r\n");
    }
    if (request.chunked()) {
      head.append("Transfer-Encoding: chunked\r\n");
    } else if (request.carries()) {
      head.append("Content-Length: ").append(request.body().length).append("\r\n");
    }
    return head.append("\r\n").toString();
  }

  private static void writeBody(FuzzRequest request, ByteArrayOutputStream out) {
    if (!request.chunked()) {
      out.writeBytes(request.body());
      return;
    }
    byte[] body = request.body();
    for (int at = 0; at < body.length; at += CHUNK) {
      int length = Math.min(CHUNK, body.length - at);
      out.writeBytes((Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
      out.write(body, at, length);
      out.writeBytes(new byte[] {'\r', '\n'});
    }
    out.writeBytes("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
  }

  private Answer read(String method) throws IOException {
    String line = line();
    int status = Integer.parseInt(line.split(" ", 3)[1]);
    Map<String, String> headers = new HashMap<>();
    for (String header = line(); !header.isEmpty(); header = line()) {
      int colon = header.indexOf(':');
      headers.merge(
          header.substring(0, colon).toLowerCase(Locale.ROOT),
          header.substring(colon + 1).strip(),
          (first, second) -> first + ", " + second);
    }
    if (status == 100) {
      return read(method);
    }
    return new Answer(status, Map.copyOf(headers), body(method, status, headers));
  }

  private byte[] body(String method, int status, Map<String, String> headers) throws IOException {
    if (method.equals("HEAD") || List.of(204, 304).contains(status)) {
      return new byte[0];
    }
    if (!"chunked".equalsIgnoreCase(headers.get("transfer-encoding"))) {
      return input().readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int size = size(); size > 0; size = size()) {
      body.writeBytes(input().readNBytes(size));
      line();
    }
    line();
    return body.toByteArray();
  }

  private int size() throws IOException {
    return Integer.parseInt(line().replaceFirst(";.*", "").strip(), 16);
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = input().read(); b != '\n'; b = input().read()) {
      if (b < 0) {
        throw new EOFException("the server closed the connection");
      }
      line.write(b);
    }
    return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
  }

  private InputStream input() throws IOException {
    if (in == null) {
      throw new EOFException("the connection is closed");
    }
    return in;
  }

  private Socket open() throws IOException {
    if (socket == null) {
      Socket opened = new Socket();
      opened.setSoTimeout(PATIENCE_MILLIS);
      opened.setTcpNoDelay(true);
      opened.connect(new InetSocketAddress(server.getHost(), server.getPort()), PATIENCE_MILLIS);
      socket = opened;
      in = new BufferedInputStream(opened.getInputStream());
    }
    return socket;
  }

  @Override
  public void close() throws IOException {
    if (socket != null) {
      socket.close();
      socket = null;
      in = null;
    }
  }
}
