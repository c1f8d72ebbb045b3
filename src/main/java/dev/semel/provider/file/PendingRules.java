// Checks questions whose result comes later.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;

/** Finds questions whose result could never be told from what a stranger writes. */
final class PendingRules {
  private final JsonNode file;
  private final FaultList faults;

  PendingRules(JsonNode file, FaultList faults) {
    this.file = file;
    this.faults = faults;
  }

  void check() {
    boolean pending = question("/lookup");
    pending |= question("/status");
    JsonNode results = file.at("/webhook/results");
    if (results.isMissingNode()) {
      return;
    }
    if (!pending) {
      faults.add(
          "/webhook/results", "No answer to a question says 'pending'; remove it or add the rule.");
    }
    JsonNode read = file.at("/webhook/read");
    JsonNode reference = read.path("reference");
    if (reference.isMissingNode() || reference.path("optional").asBoolean(false)) {
      faults.add(
          "/webhook/read", "A result has to say of which payout it is; read reference, always.");
    }
    if (!read.has("amount") || !read.has("currency")) {
      faults.add(
          "/webhook/read",
          "A result that says paid has to say how much; read amount and currency. Where results of"
              + " failures lack them, make them optional.");
    }
  }

  /** Whether an answer to a question says that its result comes later. */
  private boolean question(String pointer) {
    JsonNode answers = file.at(pointer + "/answers");
    boolean pending = false;
    for (int i = 0; i < answers.size(); i++) {
      if (answers.path(i).path("is").asText().equals("pending")) {
        pending = true;
        if (file.at("/webhook/results").isMissingNode()) {
          faults.add(
              pointer + "/answers/" + i + "/is",
              "Anybody could write the result, and it would only make us ask again; add"
                  + " webhook.results, whose token makes it ours.");
        }
      }
    }
    JsonNode request = file.at(pointer + "/request");
    if (pending && !request.isMissingNode() && !request.toString().contains("${question.token}")) {
      faults.add(
          pointer + "/request",
          "The result has to come to an address that only the partner knows; put ${question.token}"
              + " into the address that this request gives it.");
    }
    return pending;
  }
}
