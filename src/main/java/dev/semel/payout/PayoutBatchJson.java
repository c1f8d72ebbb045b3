// A batch of payouts in the words of the contract.
package dev.semel.payout;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.domain.PayoutState;
import java.util.List;

/** Writes batches as the contract shows them. */
final class PayoutBatchJson {
  private PayoutBatchJson() {}

  /** A batch that was accepted just now, with its payouts. */
  static ObjectNode accepted(PayoutBatch batch, List<PayoutRecord> payouts) {
    ObjectNode json = head(batch);
    ArrayNode array = json.putArray("payouts");
    payouts.forEach(payout -> array.add(PayoutJson.payout(payout)));
    return json;
  }

  /** A batch as it stands. */
  static ObjectNode standing(ReadBatch.Standing standing) {
    ObjectNode json = head(standing.batch());
    json.put("final", standing.isFinal());
    ObjectNode counts = json.putObject("by_status");
    for (PayoutState state : PayoutState.values()) {
      counts.put(state.wireName(), standing.counts().getOrDefault(state, 0));
    }
    return json;
  }

  private static ObjectNode head(PayoutBatch batch) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", batch.id())
        .put("count", batch.payouts())
        .put("created_at", batch.createdAt().toString());
  }
}
