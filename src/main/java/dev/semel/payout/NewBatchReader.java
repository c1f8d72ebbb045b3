// Reads the body of createPayoutBatch.
package dev.semel.payout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.semel.json.BodyReader;
import dev.semel.json.JsonPointers;
import dev.semel.problem.FieldErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the body of {@code createPayoutBatch}: payouts with different references. The faults of all
 * payouts are reported at once.
 */
final class NewBatchReader {
  private static final String PAYOUTS = "payouts";

  private NewBatchReader() {}

  /**
   * The payouts that a body asks for, in its order.
   *
   * @param mostBytes how large the body may be
   */
  static List<NewPayout> read(byte[] bytes, int mostBytes) {
    BodyReader body = BodyReader.of(bytes, mostBytes);
    List<NewPayout> payouts = new ArrayList<>();
    Map<String, Integer> firstOf = new HashMap<>();
    for (BodyReader one : body.requiredObjects(PAYOUTS, 1, PayoutBatch.MOST_PAYOUTS)) {
      NewPayout payout = NewPayoutReader.read(one);
      if (one.isValid("reference")) {
        Integer first = firstOf.putIfAbsent(payout.reference(), payouts.size());
        if (first != null) {
          one.error(
              "reference",
              FieldErrorCode.CONFLICT,
              "The payout at "
                  + JsonPointers.item(body.pointer(PAYOUTS), first)
                  + " has this reference already. Give each payout its own.");
        }
      }
      payouts.add(payout);
    }
    body.throwIfInvalid();
    return payouts;
  }

  /** Everything that makes two requests the same, in one exact form. */
  static JsonNode understood(List<NewPayout> payouts) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    payouts.forEach(payout -> array.add(payout.understood()));
    return JsonNodeFactory.instance.objectNode().set(PAYOUTS, array);
  }
}
