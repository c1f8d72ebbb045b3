// A webhook endpoint in the words of the contract.
package dev.semel.notification;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.domain.EventType;
import dev.semel.domain.WireNames;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes webhook endpoints as the contract shows them, without their secrets. */
final class EndpointJson {
  /** The member with the secret, null but for the one answer that shows it. */
  static final String SECRET = "secret";

  private EndpointJson() {}

  static ObjectNode endpoint(WebhookEndpoint endpoint) {
    WebhookEndpoint.Terms terms = endpoint.terms();
    WebhookEndpoint.Keys keys = endpoint.keys();
    ObjectNode json =
        JsonNodeFactory.instance.objectNode().put("id", endpoint.id()).put("url", terms.url());
    json.set("events", types(terms.events()));
    return json.put("mode", WireNames.of(terms.mode()))
        .put("description", terms.description().orElse(null))
        .put("status", endpoint.enabled() ? "enabled" : "disabled")
        .put("disabled_reason", endpoint.disabledReason().orElse(null))
        .put("failing_since", text(endpoint.failingSince()))
        .put("signing", WireNames.of(keys.signing()))
        .putNull(SECRET)
        .put("public_key", keys.publicText().orElse(null))
        .put("previous_public_key", keys.previousPublicText().orElse(null))
        .put("previous_secret_valid_until", text(keys.previousValidUntil()))
        .put("created_at", endpoint.createdAt().toString())
        .put("updated_at", endpoint.updatedAt().toString());
  }

  private static @Nullable String text(Optional<Instant> instant) {
    return instant.map(Instant::toString).orElse(null);
  }

  /** The types that are asked for, null for all. */
  static JsonNode types(Optional<List<EventType>> events) {
    if (events.isEmpty()) {
      return JsonNodeFactory.instance.nullNode();
    }
    ArrayNode types = JsonNodeFactory.instance.arrayNode();
    events.get().forEach(type -> types.add(type.wireName()));
    return types;
  }
}
