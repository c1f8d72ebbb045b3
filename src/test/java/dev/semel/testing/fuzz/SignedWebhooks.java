// Webhooks as the simulated partner signs them.
package dev.semel.testing.fuzz;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.testing.fuzz.FuzzRequest.Header;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Makes webhooks about the payouts of a party. */
final class SignedWebhooks {

  private final String secret;
  private final Instant now;

  /**
   * Signs with a partner's secret.
   *
   * @param now when they are signed
   */
  SignedWebhooks(String secret, Instant now) {
    this.secret = secret;
    this.now = now;
  }

  /**
   * A webhook's body; its signature goes into the headers.
   *
   * @param broken whether it is to be spoiled, before it is signed or after
   */
  byte[] sign(Party about, Dice dice, boolean broken, List<Header> headers) {
    String reference =
        about.harvest().any("client_reference", dice).filter(any -> dice.percent(85)).orElse("X-1");
    ObjectNode event = event(reference, dice);
    boolean spoiledFirst = broken && dice.percent(60);
    byte[] body =
        spoiledFirst
            ? new Mutation(dice).of(event)
            : event.toString().getBytes(StandardCharsets.UTF_8);
    String at = Long.toString(now.getEpochSecond());
    headers.add(new Header("X-Simulator-Timestamp", at));
    headers.add(new Header("X-Simulator-Signature", signature(at, body)));
    return broken && !spoiledFirst ? new Mutation(dice).of(event) : body;
  }

  /** An event about the payout with this reference of ours. */
  static ObjectNode event(String reference, Dice dice) {
    ObjectNode event = JsonNodeFactory.instance.objectNode();
    event
        .put("event_id", "evt-" + dice.below(Integer.MAX_VALUE))
        .put("type", "payout.changed")
        .put("created_at", "2026-11-30T10:00:00Z")
        .put("sequence", dice.below(5) + 1);
    event
        .putObject("data")
        .put("client_reference", reference)
        .put("id", "SIM-" + reference)
        .put("status", dice.oneOf("processing", "paid", "failed", "returned", "unheard_of"))
        .put("amount", "125.50")
        .put("currency", "KES");
    return event;
  }

  /** The signature over a time and a body. */
  String signature(String at, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      mac.update((at + ".").getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HMAC", e);
    }
  }
}
