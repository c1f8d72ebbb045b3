// Where webhooks go.
package dev.semel.simulator;

import java.net.URI;

/**
 * The receiver of the simulator's webhooks.
 *
 * @param url an absolute http or https URL
 * @param secret the key of the signature, shared with the receiver
 */
public record WebhookTarget(URI url, String secret) {

  public WebhookTarget {
    String scheme = url.getScheme();
    if (url.getHost() == null || !("http".equals(scheme) || "https".equals(scheme))) {
      throw new IllegalArgumentException("The webhook URL must be an absolute http or https URL.");
    }
    if (secret.isEmpty()) {
      throw new IllegalArgumentException("The webhook secret must not be empty.");
    }
  }

  @Override
  public String toString() {
    return "WebhookTarget[url=%s]".formatted(url);
  }
}
