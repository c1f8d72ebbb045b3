// The body of a batch, for tests.
package dev.semel.payout;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** The body of a batch: payouts to change and to leave out, each with its own reference. */
final class BatchBody {
  private final List<ObjectNode> payouts = new ArrayList<>();

  /** So many payouts that wait for their funds. */
  static BatchBody of(int count) {
    String prefix = UUID.randomUUID().toString();
    return of(Stream.iterate(0, i -> i + 1).limit(count).map(i -> prefix + "-" + i).toList());
  }

  /** Payouts of these references that wait for their funds. */
  static BatchBody of(List<String> references) {
    BatchBody body = new BatchBody();
    references.forEach(reference -> body.payouts.add(payout(reference)));
    return body;
  }

  /** A payout of 125.50 KES that waits for its funds. */
  static ObjectNode payout(String reference) {
    ObjectNode payout = JsonNodeFactory.instance.objectNode();
    payout.put("reference", reference).put("amount", "125.50").put("currency", "KES");
    payout.put("funding", "pending").put("provider", "bulk");
    payout
        .putObject("beneficiary")
        .put("name", "Amina Wanjiru")
        .put("country", "KE")
        .put("method", "bank_account")
        .putObject("bank_account")
        .put("account_number", "0012340001")
        .put("bank_code", "01");
    payout.putObject("sender").put("name", "Jon Doe").put("country", "GB");
    return payout;
  }

  /** One of the payouts, to change. */
  ObjectNode at(int index) {
    return payouts.get(index);
  }

  /** The same payouts, ready to be sent. */
  BatchBody funded() {
    payouts.forEach(payout -> payout.put("funding", "cleared"));
    return this;
  }

  /** The same payouts, each with as much metadata as there may be. */
  BatchBody withMuchMetadata() {
    for (ObjectNode payout : payouts) {
      ObjectNode metadata = payout.putObject("metadata");
      for (int i = 0; i < 20; i++) {
        metadata.put("name-" + i, "\u00e9".repeat(150));
      }
    }
    return this;
  }

  /** The same payouts the other way round. */
  BatchBody reversed() {
    Collections.reverse(payouts);
    return this;
  }

  List<String> references() {
    return payouts.stream().map(payout -> payout.path("reference").textValue()).toList();
  }

  /** The body as text. */
  String text() {
    return JsonNodeFactory.instance
        .objectNode()
        .set("payouts", JsonNodeFactory.instance.arrayNode().addAll(payouts))
        .toString();
  }
}
