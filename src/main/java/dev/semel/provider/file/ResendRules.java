// Checks that a file under which the same request is sent again in order to ask promises what makes
// that safe.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;

/** Finds files under which a resend could pay twice, or could never tell anything. */
final class ResendRules {
  private static final String RESEND = "/lookup/resend";

  private final JsonNode file;
  private final FaultList faults;

  ResendRules(JsonNode file, FaultList faults) {
    this.file = file;
    this.faults = faults;
  }

  void check() {
    boolean repeats = !file.at("/idempotency/kind").asText("none").equals("none");
    if (file.path("lookup").has("resend")) {
      nothingBesides();
      repeatsAreSafe();
      sameRequest();
      namedRequest();
    } else if (repeats && says("throttled")) {
      namedRequest();
    }
  }

  private boolean says(String meaning) {
    return file.at("/submit/answers")
        .valueStream()
        .anyMatch(rule -> rule.path("is").asText().equals(meaning));
  }

  private void nothingBesides() {
    file.path("lookup")
        .properties()
        .forEach(
            member -> {
              if (!member.getKey().equals("resend")) {
                faults.add(
                    Pointers.child("/lookup", member.getKey()),
                    "The resend is the lookup, and its answers are those of submit; remove this,"
                        + " or remove resend.");
              }
            });
  }

  private void repeatsAreSafe() {
    JsonNode idempotency = file.path("idempotency");
    String kind = idempotency.path("kind").asText();
    if (kind.equals("none")) {
      faults.add(
          RESEND,
          "Every resend could be a second payout: this partner promises nothing about a request that"
              + " it has seen before (idempotency kind none); remove it.");
    }
    if (idempotency.path("replays_errors").asBoolean(false)) {
      faults.add(
          RESEND,
          "A stored error is replayed (replays_errors), so that a resend would never tell more;"
              + " remove it.");
    }
    if (kind.equals("rejects_duplicate_reference") && !says("duplicate")) {
      faults.add(
          "/submit/answers",
          "No rule says 'duplicate': a resend could never tell that the partner has the payout; add"
              + " one.");
    }
  }

  private void sameRequest() {
    if (!file.path("prepare").isEmpty()) {
      faults.add(
          RESEND,
          "The steps of prepare would bring other values, and the request would not be the same;"
              + " remove it.");
    }
  }

  private void namedRequest() {
    String request = file.at("/submit/request").toString();
    boolean named = request.contains("attempt.key") || request.contains("attempt.reference");
    if (!named) {
      faults.add(
          "/submit/request",
          "The partner could not tell a resend from a new payout: nothing in the request names"
              + " ${attempt.key} or ${attempt.reference}; add one.");
    }
  }
}
