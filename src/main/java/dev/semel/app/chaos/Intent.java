// A payout that a simulated client wants.
package dev.semel.app.chaos;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A payout that a simulated client wants, and what the client knows of it. */
final class Intent {
  private final String reference;
  private final String partner;
  private final boolean cleared;
  private final @Nullable Instant after;
  private final @Nullable Instant before;
  private @Nullable String payoutId;
  private @Nullable Instant fundedFrom;

  /**
   * What a client wants.
   *
   * @param cleared whether the sender's payment has cleared already
   * @param after when it may be sent at the earliest
   * @param before past when nothing of it may be sent
   */
  Intent(
      String reference,
      String partner,
      boolean cleared,
      @Nullable Instant after,
      @Nullable Instant before,
      Instant now) {
    this.reference = reference;
    this.partner = partner;
    this.cleared = cleared;
    this.after = after;
    this.before = before;
    this.fundedFrom = cleared ? now : null;
  }

  byte[] body() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("reference", reference);
    json.put("amount", "1250.50");
    json.put("currency", "KES");
    json.put("funding", cleared ? "cleared" : "pending");
    json.put("provider", partner);
    ObjectNode beneficiary = json.putObject("beneficiary");
    beneficiary.put("name", "Asha Mwangi").put("country", "KE").put("method", "mobile_wallet");
    beneficiary.putObject("mobile_wallet").put("msisdn", "+254712345678");
    if (after != null) {
      json.put("submit_after", after.toString());
    }
    if (before != null) {
      json.put("submit_before", before.toString());
    }
    return json.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** The client begins to report the sender's payment. */
  void reportsPayment(Instant now) {
    if (fundedFrom == null) {
      fundedFrom = now;
    }
  }

  boolean fundedAt(Instant now) {
    return fundedFrom != null && !fundedFrom.isAfter(now);
  }

  boolean tooLateAt(Instant now) {
    return before != null && !now.isBefore(before);
  }

  String reference() {
    return reference;
  }

  boolean cleared() {
    return cleared;
  }

  /** The id that the client was told with a 201, or null. */
  @Nullable String payoutId() {
    return payoutId;
  }

  void accepted(String id) {
    payoutId = id;
  }
}
