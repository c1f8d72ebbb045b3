// Checks the webhook part of a file.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds signatures that could not be checked, and events that could not be applied. */
final class WebhookRules {
  private static final Set<String> OF_A_SECRET = Set.of("header", "secret");
  private static final Set<String> OF_A_PUBLIC_KEY = Set.of("header", "public_key");
  private static final Set<String> OF_THE_CONTENT =
      Set.of("field", "encoding", "prefix", "over", "timestamp");
  private static final Map<String, Set<String>> NEEDED =
      Map.of(
          "hmac_sha256", OF_A_SECRET,
          "hmac_sha512", OF_A_SECRET,
          "rsa_sha256", OF_A_PUBLIC_KEY,
          "ed25519", OF_A_PUBLIC_KEY,
          "standard_webhooks", Set.of(),
          "shared_token", OF_A_SECRET,
          "none", Set.of());
  private static final Map<String, Set<String>> ALLOWED =
      Map.of(
          "hmac_sha256", OF_THE_CONTENT,
          "hmac_sha512", OF_THE_CONTENT,
          "rsa_sha256", OF_THE_CONTENT,
          "ed25519", OF_THE_CONTENT,
          "standard_webhooks", Set.of("timestamp", "secret", "public_key"));

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
    Set<String> needed = NEEDED.getOrDefault(kind, Set.of());
    Set<String> allowed = ALLOWED.getOrDefault(kind, Set.of());
    for (String member : needed) {
      if (!signature.has(member)) {
        faults.add("/webhook/signature", "'" + kind + "' needs " + member + "; add it.");
      }
    }
    for (Map.Entry<String, JsonNode> member : signature.properties()) {
      String name = member.getKey();
      boolean known = needed.contains(name) || allowed.contains(name) || name.equals("kind");
      if (!known && NEEDED.containsKey(kind)) {
        faults.add(
            "/webhook/signature/" + name,
            "Under kind " + kind + " this means nothing; remove it or choose another kind.");
      }
    }
    if (kind.equals("standard_webhooks")
        && signature.has("secret") == signature.has("public_key")) {
      faults.add(
          "/webhook/signature",
          "'standard_webhooks' needs either secret (version v1) or public_key (v1a); keep one.");
    }
    timestamp(signature, kind);
    if (allowed.contains("over")) {
      over(signature);
    }
  }

  private void timestamp(JsonNode signature, String kind) {
    JsonNode timestamp = signature.path("timestamp");
    boolean standard = kind.equals("standard_webhooks");
    if (timestamp.isMissingNode()) {
      return;
    }
    for (String member : List.of("header", "field", "format")) {
      if (standard && timestamp.has(member)) {
        faults.add(
            "/webhook/signature/timestamp/" + member,
            "Where Standard Webhooks have their time is known; remove it.");
      }
    }
    if (!standard && !timestamp.has("header")) {
      faults.add("/webhook/signature/timestamp", "The time has to be found; add header.");
    }
  }

  private void over(JsonNode signature) {
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
