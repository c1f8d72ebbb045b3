// Compares what the server says of its payouts with what the partner really did.
package dev.semel.testing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.simulator.Truth;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The promise, checked from outside: paid once, nothing lost, and unknown said to be unknown. */
public final class PaidOnceCheck {

  private static final Set<String> FINAL = Set.of("paid", "failed", "returned", "cancelled");

  private final ApiClient client;
  private final Partner partner;

  public PaidOnceCheck(ApiClient client, Partner partner) {
    this.client = client;
    this.partner = partner;
  }

  /** All payouts of the client. */
  public List<JsonNode> payouts() throws IOException, InterruptedException {
    return client.pages("/v1/payouts?limit=100");
  }

  /** Those that are neither final nor before a person. */
  public List<String> unsettled(List<JsonNode> payouts) {
    Set<String> withCase = new HashSet<>();
    try {
      client
          .pages("/v1/ops/cases?limit=100")
          .forEach(one -> withCase.add(one.path("payout_id").asText()));
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
    return payouts.stream()
        .filter(one -> !FINAL.contains(status(one)) && !status(one).equals("held"))
        .map(one -> one.path("id").textValue())
        .filter(id -> !withCase.contains(id))
        .toList();
  }

  /** Every history begins at 1, has no gap, and every state follows from the one before. */
  public void histories(List<JsonNode> payouts) throws IOException, InterruptedException {
    for (JsonNode payout : payouts) {
      List<JsonNode> history = client.history(payout.path("id").textValue());
      String state = "null";
      for (int i = 0; i < history.size(); i++) {
        JsonNode entry = history.get(i);
        boolean follows =
            entry.path("sequence").intValue() == i + 1
                && entry.path("from").asText("null").equals(state);
        if (!follows) {
          throw new AssertionError("The history has a gap at " + (i + 1) + ": " + told(history));
        }
        state = entry.path("applied").booleanValue() ? entry.path("to").asText() : state;
      }
      if (!state.equals(status(payout))) {
        throw new AssertionError("The history does not explain " + payout + ": " + told(history));
      }
    }
  }

  /** No payout was paid twice, and both sides agree on which were paid. */
  public void truthAgreesWith(List<JsonNode> payouts) throws IOException, InterruptedException {
    Map<String, Truth> truths = new HashMap<>();
    for (Truth truth : partner.truth()) {
      truth.references().forEach(reference -> truths.put(reference, truth));
    }
    List<String> faults = new ArrayList<>();
    for (JsonNode payout : payouts) {
      Truth truth = truths.remove(payout.path("client_reference").textValue());
      if (!agree(payout, truth)) {
        faults.add(
            payout
                + " but the partner: "
                + truth
                + "\n"
                + told(client.history(payout.path("id").textValue())));
      }
    }
    truths.values().forEach(truth -> faults.add("nobody asked for " + truth));
    if (!faults.isEmpty()) {
      throw new AssertionError(String.join("\n", faults));
    }
  }

  private static boolean agree(JsonNode payout, @org.jspecify.annotations.Nullable Truth truth) {
    int paid = truth == null ? 0 : truth.timesPaid();
    boolean oneReference = truth == null || truth.references().size() == 1;
    boolean sameMoney =
        truth == null || paid == 0 || payout.path("amount").asText().equals(truth.amountPaid());
    return oneReference
        && sameMoney
        && switch (status(payout)) {
          case "paid" -> paid == 1;
          case "sent", "submission_unknown" -> paid <= 1;
          default -> paid == 0;
        };
  }

  private static String status(JsonNode payout) {
    return payout.path("status").textValue();
  }

  private static String told(List<JsonNode> history) {
    StringBuilder text = new StringBuilder();
    history.forEach(entry -> text.append("  ").append(entry).append('\n'));
    return text.toString();
  }
}
