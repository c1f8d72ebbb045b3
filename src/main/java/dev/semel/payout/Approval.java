// A wish for a payout that waits for a second person, or was decided.
package dev.semel.payout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.domain.OtherAttempt;
import dev.semel.domain.WireNames;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A wish for a payout that waits for a second person, or was decided.
 *
 * @param wish what is wished
 * @param reason why
 * @param requestedBy the first person
 * @param expiresAt when it ends by itself
 * @param lookup what the provider said when it was asked last
 * @param decision what became of it; empty while it waits
 */
record Approval(
    String id,
    String tenantId,
    String payoutId,
    Wish wish,
    String reason,
    String requestedBy,
    Instant requestedAt,
    Instant expiresAt,
    Lookup lookup,
    Optional<Decision> decision) {

  /** Where a wish stands. */
  enum Status {
    PENDING,
    APPROVED,
    REJECTED,
    /** Nobody decided in time, or the payout moved on before. */
    EXPIRED;

    static final List<String> NAMES = List.of("pending", "approved", "rejected", "expired");
  }

  /** What the provider said, as it is kept. */
  record Lookup(String result, Instant at, String detail) {
    static Lookup of(FreshLookup.Answer answer) {
      return new Lookup(WireNames.of(answer.lookup()), answer.at(), answer.detail());
    }
  }

  /** What became of a wish. */
  record Decision(Status status, String by, Instant at, String reason) {}

  Status status() {
    return decision.map(Decision::status).orElse(Status.PENDING);
  }

  /** As the contract shows it; account numbers are masked. */
  ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("id", id);
    json.put("action", wish.action());
    json.put("payout_id", payoutId);
    json.put("status", WireNames.of(status()));
    json.put("requested_by", requestedBy);
    json.put("reason", reason);
    json.put("statement", wish.evidence().orElse(null));
    json.put("outcome", wish instanceof Wish.Settle settle ? settle.outcome().wireName() : null);
    json.put(
        "provider_payout_id",
        wish instanceof Wish.Settle settle ? settle.providerPayoutId().orElse(null) : null);
    json.put("other_attempt", word(wish.other()));
    json.put(
        "adopted_attempt",
        wish instanceof Wish.Settle settle ? settle.adopted().orElse(null) : null);
    json.set("beneficiary", beneficiary());
    json.put("requested_at", requestedAt.toString());
    json.put("expires_at", expiresAt.toString());
    json.putObject("lookup")
        .put("result", lookup.result())
        .put("at", lookup.at().toString())
        .put("detail", lookup.detail());
    json.put("decided_by", decision.map(Decision::by).orElse(null));
    json.put("decided_at", text(decision.map(Decision::at).orElse(null)));
    json.put("decision_reason", decision.map(Decision::reason).orElse(null));
    return json;
  }

  /**
   * What is said of another attempt, in the contract's and the database's word; null where nothing.
   */
  static @Nullable String word(OtherAttempt other) {
    return other == OtherAttempt.UNMENTIONED ? null : WireNames.of(other);
  }

  /** What such a word says. */
  static OtherAttempt other(Optional<String> word) {
    return word.map(text -> WireNames.parse(OtherAttempt.class, text))
        .orElse(OtherAttempt.UNMENTIONED);
  }

  private JsonNode beneficiary() {
    return wish instanceof Wish.Correct correct
        ? PayoutJson.masked(correct.beneficiary())
        : JsonNodeFactory.instance.nullNode();
  }

  private static @Nullable String text(@Nullable Instant instant) {
    return instant == null ? null : instant.toString();
  }
}
