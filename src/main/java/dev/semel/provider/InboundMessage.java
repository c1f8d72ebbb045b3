package dev.semel.provider;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A message as it arrived at a webhook address, untouched.
 *
 * @param headers all headers, names in lower case
 * @param body the raw bytes
 * @param receivedAt when it arrived, by the database's clock
 */
public record InboundMessage(Map<String, List<String>> headers, byte[] body, Instant receivedAt) {}
