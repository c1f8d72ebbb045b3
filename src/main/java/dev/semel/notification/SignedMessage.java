// One attempt's message, signed by Standard Webhooks.
package dev.semel.notification;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One attempt's message with its headers, by <a href="https://www.standardwebhooks.com">Standard
 * Webhooks</a> 1.0: signed are the id, the time of the attempt and the body, with a dot between
 * them, by every key that counts.
 *
 * @param headers all that are sent with it, names in lower case
 */
record SignedMessage(Map<String, String> headers, byte[] body) {
  static final String ID = "webhook-id";
  static final String TIMESTAMP = "webhook-timestamp";
  static final String SIGNATURE = "webhook-signature";

  /**
   * Signs a message.
   *
   * @param id the same at every attempt
   * @param at when this attempt is made, by the database's clock
   * @param keys the present key first
   */
  static SignedMessage of(String id, Instant at, byte[] body, List<SigningKey> keys) {
    String time = Long.toString(at.getEpochSecond());
    byte[] signed = concat((id + "." + time + ".").getBytes(StandardCharsets.UTF_8), body);
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("content-type", "application/json");
    headers.put("user-agent", "Semel");
    headers.put(ID, id);
    headers.put(TIMESTAMP, time);
    headers.put(
        SIGNATURE, keys.stream().map(key -> key.sign(signed)).collect(Collectors.joining(" ")));
    return new SignedMessage(headers, body);
  }

  private static byte[] concat(byte[] first, byte[] second) {
    byte[] both = new byte[first.length + second.length];
    System.arraycopy(first, 0, both, 0, first.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}
