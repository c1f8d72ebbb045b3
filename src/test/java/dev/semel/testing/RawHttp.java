// HTTP over a bare socket, for requests that no client library would send.
package dev.semel.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** One connection. What is sent goes out byte for byte; answers are read as HTTP/1.1. */
public final class RawHttp implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int PAUSE_MILLIS = 500;
  private static final JsonMapper JSON = new JsonMapper();

  private final Socket socket;
  private final InputStream in;

  private RawHttp(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  /** An answer. Header names are in lower case. */
  public record Reply(int status, Map<String, List<String>> headers, byte[] body) {

    /** The one value of a header, or empty when it is not there. */
    public Optional<String> header(String name) {
      List<String> values = headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
      if (values.size() > 1) {
        throw new AssertionError(name + " is there " + values.size() + " times: " + values);
      }
      return values.stream().findFirst();
    }

    /** The body as text. */
    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }

    /** The last segment of a problem's type. */
    public String problem() {
      return json().path("type").asText().replace("/problems/", "");
    }

    /** The body as JSON. */
    public JsonNode json() {
      try {
        return JSON.readTree(text());
      } catch (JsonProcessingException e) {
        throw new AssertionError("no JSON: " + text(), e);
      }
    }
  }

  /** Connects to a port of this machine. */
  public static RawHttp connect(int port) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout((int) PATIENCE.toMillis());
    socket.setTcpNoDelay(true);
    return new RawHttp(socket);
  }

  /** Sends one request on a connection of its own and reads the answer. */
  public static Reply exchange(int port, String request) throws IOException {
    return exchange(port, bytes(request));
  }

  /** Sends one request on a connection of its own and reads the answer. */
  public static Reply exchange(int port, byte[] request) throws IOException {
    try (RawHttp http = connect(port)) {
      http.send(request);
      return http.read();
    }
  }

  /** The bytes of a text, one for each character up to U+00FF. */
  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Sends a text, one byte for each character up to U+00FF. */
  public void send(String text) throws IOException {
    send(bytes(text));
  }

  /**
   * Sends bytes. A server that has closed meanwhile is no failure: its answer is still to be read.
   */
  public void send(byte[] bytes) throws IOException {
    try {
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
    } catch (SocketException closed) {
      // What the server said before it closed can still be read.
    }
  }

  /** Reads one answer, interim ones (1xx) included. */
  public Reply read() throws IOException {
    Reply head = readHead();
    return new Reply(head.status(), head.headers(), body(head.status(), head.headers()));
  }

  /** Reads the status and the headers of one answer, for requests whose answer has no body. */
  public Reply readHead() throws IOException {
    String start = line();
    if (!start.matches("HTTP/1\\.1 [0-9]{3}( .*)?")) {
      throw new AssertionError("no status line: " + start);
    }
    int status = Integer.parseInt(start.substring(9, 12));
    Map<String, List<String>> headers = new LinkedHashMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      String[] pair = line.split(":", 2);
      headers
          .computeIfAbsent(pair[0].toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
          .add(pair[1].strip());
    }
    return new Reply(status, headers, new byte[0]);
  }

  /** Whether an answer, or the end of the connection, comes within half a second. */
  public boolean hasAnswer() throws IOException {
    socket.setSoTimeout(PAUSE_MILLIS);
    in.mark(1);
    try {
      in.read();
      in.reset();
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (SocketException closed) {
      return true;
    } finally {
      socket.setSoTimeout((int) PATIENCE.toMillis());
    }
  }

  /** Whether the server has closed the connection, once it has sent all it had to say. */
  public boolean isClosedByServer() throws IOException {
    try {
      return in.read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (SocketException reset) {
      return true;
    }
  }

  private byte[] body(int status, Map<String, List<String>> headers) throws IOException {
    if (status < 200 || status == 204 || status == 304) {
      return new byte[0];
    }
    if (headers.getOrDefault("transfer-encoding", List.of()).contains("chunked")) {
      return chunks();
    }
    List<String> length = headers.getOrDefault("content-length", List.of());
    return length.isEmpty()
        ? in.readAllBytes()
        : in.readNBytes(Integer.parseInt(length.getFirst()));
  }

  private byte[] chunks() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int size = size(); size > 0; size = size()) {
      body.writeBytes(in.readNBytes(size));
      line();
    }
    line();
    return body.toByteArray();
  }

  private int size() throws IOException {
    return Integer.parseInt(line(), 16);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new AssertionError("the connection was closed after: " + line);
      }
      line.append((char) next);
    }
    return line.toString().stripTrailing();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
