// One kept-alive connection of a partner that sends webhooks.
package dev.semel.app.bench;

import dev.semel.simulator.WebhookSignature;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/**
 * Sends one webhook after the other and reads each answer, with next to no work of its own: what is
 * measured shares its processors with who measures.
 */
final class WebhookConnection implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String LENGTH = "content-length:";

  private final String host;
  private final String secret;
  private final String provider;
  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  WebhookConnection(URI server, String provider, String secret) throws IOException {
    this.host = server.getHost() + ":" + server.getPort();
    this.provider = provider;
    this.secret = secret;
    this.socket = new Socket(server.getHost(), server.getPort());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout((int) PATIENCE.toMillis());
    this.in = new BufferedInputStream(socket.getInputStream());
    this.out = socket.getOutputStream();
  }

  /** Sends a body, signed now, and returns the status of its answer. */
  int send(byte[] body) throws IOException {
    long now = Instant.now().getEpochSecond();
    String head =
        "POST /webhooks/%s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nX-Simulator-Timestamp: %d\r\nX-Simulator-Signature: %s\r\nContent-Length: %d\r\n\r\n"
            .formatted(provider, host, now, WebhookSignature.of(secret, now, body), body.length);
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
