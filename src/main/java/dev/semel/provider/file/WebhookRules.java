// Checks the webhook part of a file.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;

/** Finds signatures that could not be checked, and events that could not be applied. */
final class WebhookRules {
  private final JsonNode webhook;
  private final FaultList faults;
  private final AnswerRules answers;

  WebhookRules(JsonNode file, FaultList faults) {
    this.webhook = file.path("webhook");
    this.faults = faults;
    this.answers = new AnswerRules(file, faults);
  }

  void check() {
    if (webhook.isMissingNode()) {
      return;
    }
    answers.read(webhook.path("read"), "/webhook/read");
    signature(webhook.path("signature"));
    JsonNode read = webhook.path("read");
    if (read.isObject() && !read.has("reference") && !read.has("provider_id")) {
      faults.add("/webhook/read", "An event has to name its payout; add reference or provider_id.");
    }
    if (read.has("amount") && !read.has("currency")) {
      faults.add("/webhook/read", "An amount needs its currency; add currency or remove amount.");
    }
  }

  private void signature(JsonNode signature) {
    String kind = signature.path("kind").asText();
    boolean keyed = kind.startsWith("hmac_") || kind.equals("shared_token");
    for (String needed : new String[] {"header", "secret"}) {
      if (keyed && !signature.has(needed)) {
        faults.add("/webhook/signature", "'" + kind + "' needs " + needed + "; add it.");
      }
      if (kind.equals("none") && signature.has(needed)) {
        faults.add(
            "/webhook/signature/" + needed, "Nothing is signed; remove it or choose a kind.");
      }
    }
    if (!kind.startsWith("hmac_")) {
      return;
    }
    String over = signature.path("over").asText("${body}");
    if (!over.contains("${body}")) {
      faults.add("/webhook/signature/over", "The body has to be signed; put ${body} into it.");
    }
    String rest = over.replace("${body}", "").replace("${timestamp}", "");
    if (rest.contains("${")) {
      faults.add("/webhook/signature/over", "Only ${timestamp} and ${body} are known here.");
    }
    boolean timed = over.contains("${timestamp}");
    if (timed && !signature.has("timestamp")) {
      faults.add("/webhook/signature", "${timestamp} needs to be found; add timestamp.");
    }
    if (!timed && signature.has("timestamp")) {
      faults.add(
          "/webhook/signature/timestamp",
          "A time that is not signed proves nothing; put ${timestamp} into over or remove this.");
    }
  }
}
