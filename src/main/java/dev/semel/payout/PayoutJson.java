// A payout and its history in the words of the contract.
package dev.semel.payout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.domain.Fault;
import dev.semel.domain.HoldReason;
import dev.semel.domain.PayoutState;
import dev.semel.domain.WireNames;
import dev.semel.json.Shortened;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes payouts and their histories as the contract shows them. Account numbers are masked to
 * their last four characters.
 */
final class PayoutJson {
  private static final Set<String> MASKED = Set.of("account_number", "iban", "msisdn", "token");
  private static final int SHOWN = 4;
  private static final int LONGEST_TEXT = 500;

  private PayoutJson() {}

  /** A payout as its readers see it. */
  static ObjectNode payout(PayoutRecord payout) {
    PayoutRecord.Asked asked = payout.asked();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("id", payout.id());
    json.put("status", payout.state.wireName());
    json.put("final", payout.state.terminal());
    json.put("batch_id", asked.batchId());
    json.put("reference", asked.reference());
    json.put("amount", asked.money().decimal());
    json.put("currency", asked.money().currency().code());
    json.put("funding", asked.fundingAsked());
    json.put("provider", asked.provider());
    json.set("beneficiary", masked(payout.beneficiary()));
    json.set(
        "sender", asked.sender().isEmpty() ? JsonNodeFactory.instance.nullNode() : asked.sender());
    json.put("purpose", asked.purpose());
    json.put("submit_after", text(asked.submitAfter()));
    json.put("submit_before", text(asked.submitBefore()));
    json.set("metadata", asked.metadata());
    json.put("client_reference", payout.clientReference);
    json.put("attempt", payout.attempt);
    json.put("provider_payout_id", payout.providerPayoutId);
    json.put("returned_amount", payout.returned == null ? null : payout.returned.decimal());
    json.put(
        "returned_currency", payout.returned == null ? null : payout.returned.currency().code());
    json.set("failure", failure(payout));
    json.set("hold", hold(payout));
    json.put("created_at", asked.createdAt().toString());
    json.put("updated_at", payout.updatedAt.toString());
    json.put("paid_at", text(payout.paidAt));
    return json;
  }

  /** Only the provider's word makes a failure. */
  private static JsonNode failure(PayoutRecord payout) {
    if (payout.failureCode == null || payout.state != PayoutState.FAILED) {
      return JsonNodeFactory.instance.nullNode();
    }
    Fault fault = payout.failureFault == Fault.BENEFICIARY ? Fault.BENEFICIARY : Fault.PROVIDER;
    return JsonNodeFactory.instance
        .objectNode()
        .put("code", payout.failureCode)
        .put("fault", WireNames.of(fault))
        .put(
            "message",
            sentence(payout.failureMessage, "The provider refused or failed the payout."));
  }

  /**
   * In our own words: what a partner or a person wrote when it was held stands in the history, and
   * may speak of a failure, which a hold is not.
   */
  private static JsonNode hold(PayoutRecord payout) {
    if (payout.holdReason == null) {
      return JsonNodeFactory.instance.nullNode();
    }
    return JsonNodeFactory.instance
        .objectNode()
        .put("reason", WireNames.of(payout.holdReason))
        .put("fault", WireNames.of(Fault.PLATFORM))
        .put("message", hold(payout.holdReason));
  }

  private static String hold(HoldReason reason) {
    return switch (reason) {
      case OPERATOR ->
          "A person has to look at the payout before it goes on. The provider does not have it.";
      case PLATFORM_FAULT ->
          "Something on our side has to be put right before the payout goes on. The provider does not have it.";
      case RETRIES_USED_UP ->
          "The provider could not be reached for a while, and a person decides when to go on. The provider does not have the payout.";
      case DATA_MISSING ->
          "The provider needs details that the payout lacks, and a person adds them. The provider does not have the payout.";
    };
  }

  private static String sentence(@Nullable String given, String otherwise) {
    if (given == null || given.isBlank()) {
      return otherwise;
    }
    return Shortened.to(given, LONGEST_TEXT);
  }

  /** The beneficiary with every account number masked to its last four characters. */
  static JsonNode masked(JsonNode beneficiary) {
    ObjectNode copy = beneficiary.deepCopy();
    for (JsonNode details : copy) {
      if (details instanceof ObjectNode object) {
        MASKED.stream()
            .filter(object::has)
            .forEach(name -> object.put(name, mask(object.get(name).textValue())));
      }
    }
    return copy;
  }

  /** Counted in characters, as lengths are everywhere: half a character must not be shown. */
  private static String mask(String secret) {
    int length = secret.codePointCount(0, secret.length());
    int hidden = Math.max(length - SHOWN, Math.min(length, SHOWN));
    return "*".repeat(hidden) + secret.substring(secret.offsetByCodePoints(0, hidden));
  }

  /** An entry of a payout's history. */
  static ObjectNode entry(RecordedEntry entry) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("id", entry.id());
    json.put("sequence", entry.sequence());
    json.put("type", entry.type());
    json.put("applied", entry.applied());
    json.put("from", entry.from());
    json.put("to", entry.to());
    json.put("reason", entry.reason());
    json.put("evidence", entry.evidence());
    json.put("actor", entry.actor());
    json.put("occurred_at", entry.occurredAt().toString());
    json.put("recorded_at", entry.recordedAt().toString());
    return json;
  }

  private static @Nullable String text(java.time.@Nullable Instant instant) {
    return instant == null ? null : instant.toString();
  }

  static byte[] bytes(JsonNode json) {
    return json.toString().getBytes(StandardCharsets.UTF_8);
  }
}
