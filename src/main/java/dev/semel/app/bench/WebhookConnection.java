// One kept-alive connection of a partner that sends webhooks.
package dev.semel.app.bench;

import dev.semel.simulator.WebhookSignature;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;

/** Sends one webhook after the other, each signed when it is sent. */
final class WebhookConnection implements AutoCloseable {
  private final String secret;
  private final String provider;
  private final HttpConnection http;

  WebhookConnection(URI server, String provider, String secret) throws IOException {
    this.provider = provider;
    this.secret = secret;
    this.http = new HttpConnection(server);
  }

  /** Sends a body, signed now, and returns the status of its answer. */
  int send(byte[] body) throws IOException {
    long now = Instant.now().getEpochSecond();
    return http.post(
        "/webhooks/" + provider,
        "X-Simulator-Timestamp: %d\r\nX-Simulator-Signature: %s\r\n"
            .formatted(now, WebhookSignature.of(secret, now, body)),
        body);
  }

  @Override
  public void close() throws IOException {
    http.close();
  }
}
