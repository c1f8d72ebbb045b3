package dev.semel.provider;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A message as it arrived at a webhook address, untouched.
 *
 * @param headers all headers, names in lower case
 * @param body the raw bytes
 * @param receivedAt when it arrived, by the database's clock
 * @param token what stood in the address behind the provider's name, where something did
 */
public record InboundMessage(
    Map<String, List<String>> headers, byte[] body, Instant receivedAt, Optional<String> token) {
  /** One that came to the provider's own address. */
  public InboundMessage(Map<String, List<String>> headers, byte[] body, Instant receivedAt) {
    this(headers, body, receivedAt, Optional.empty());
  }
}
