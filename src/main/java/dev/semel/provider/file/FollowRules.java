// Checks where answers say that the original of a duplicate can be asked about.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;

/** Finds addresses that would never be asked, or whose answer could be another payout's. */
final class FollowRules {
  private final JsonNode file;
  private final FaultList faults;

  FollowRules(JsonNode file, FaultList faults) {
    this.file = file;
    this.faults = faults;
  }

  void check() {
    JsonNode steps = file.path("prepare");
    for (int i = 0; i < steps.size(); i++) {
      answers(steps.path(i).path("answers"), "/prepare/" + i + "/answers", false);
    }
    answers(file.at("/submit/answers"), "/submit/answers", true);
  }

  private void answers(JsonNode answers, String pointer, boolean ofSubmit) {
    for (int i = 0; i < answers.size(); i++) {
      JsonNode rule = answers.path(i);
      if (rule.has("follow")) {
        String at = pointer + "/" + i + "/follow";
        follow(rule, at, ofSubmit);
      }
    }
  }

  private void follow(JsonNode rule, String at, boolean ofSubmit) {
    if (!ofSubmit || !rule.path("is").asText().equals("duplicate")) {
      faults.add(at, "Only the original of a duplicate is asked about; remove it.");
    }
    if (!EndpointMapper.resendIsLookup(file)) {
      faults.add(
          at,
          "It is followed only where a resend is the lookup; elsewhere the lookup asks by our"
              + " reference. Remove it, or say lookup: {resend: true}.");
    }
    JsonNode status = file.path("status");
    if (!status.path("request").path("method").asText().equals("GET")) {
      faults.add(at, "It is asked like the status question; add status with a GET request.");
    }
    for (String needed : new String[] {"id", "reference"}) {
      JsonNode read = status.path("read").path(needed);
      if (read.isMissingNode() || read.path("optional").asBoolean(false)) {
        faults.add(
            at,
            "The address could lead to another payout; let status read " + needed + ", always.");
      }
    }
  }
}
