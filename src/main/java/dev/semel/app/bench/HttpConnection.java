// One kept-alive HTTP connection that does next to nothing itself.
package dev.semel.app.bench;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

/**
 * Sends one request after the other and reads each answer, with next to no work of its own: what is
 * measured shares its processors with who measures.
 */
final class HttpConnection implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String LENGTH = "content-length:";

  private final String host;
  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  HttpConnection(URI server) throws IOException {
    this.host = server.getHost() + ":" + server.getPort();
    this.socket = new Socket(server.getHost(), server.getPort());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout((int) PATIENCE.toMillis());
    this.in = new BufferedInputStream(socket.getInputStream());
    this.out = socket.getOutputStream();
  }

  /**
   * Posts JSON.
   *
   * @param headers further headers, each with its line's end
   * @return the status of the answer
   */
  int post(String path, String headers, byte[] body) throws IOException {
    String head =
        "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n%sContent-Length: %d\r\n\r\n"
            .formatted(path, host, headers, body.length);
    ByteArrayOutputStream request = new ByteArrayOutputStream(head.length() + body.length);
    request.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
    request.writeBytes(body);
    request.writeTo(out);
    out.flush();
    return answer();
  }

  private int answer() throws IOException {
    String first = line();
    int length = 0;
    for (String header = line(); !header.isEmpty(); header = line()) {
      if (header.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
        length = Integer.parseInt(header.substring(LENGTH.length()).strip());
      }
    }
    in.skipNBytes(length);
    return Integer.parseInt(first.split(" ", 3)[1]);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new IOException("The server closed the connection.");
      }
      line.append((char) b);
    }
    return line.toString().strip();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
