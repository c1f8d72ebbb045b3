// Both sides of a case, as they are on record now.
package dev.semel.casework;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.domain.Money;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Both sides of a case, as they are on record now.
 *
 * @param line the line of the report
 * @param payout our payout
 * @param events the latest of its history, oldest first
 * @param calls the latest of its calls to the provider, oldest first
 */
record CaseEvidence(
    Optional<Line> line, Optional<Payout> payout, List<Event> events, List<Call> calls) {
  CaseEvidence {
    events = List.copyOf(events);
    calls = List.copyOf(calls);
  }

  /**
   * A line of a report.
   *
   * @param place the line of the file, where that is known
   */
  record Line(
      @Nullable Integer place,
      String kind,
      @Nullable String reference,
      @Nullable String providerPayoutId,
      Optional<Money> money,
      String status,
      String word,
      @Nullable Instant settledAt) {}

  /** A payout of ours. */
  record Payout(
      String state, Money money, @Nullable String providerPayoutId, boolean termsDiffer) {}

  /** An entry of its history. */
  record Event(
      String type,
      boolean applied,
      @Nullable String toState,
      @Nullable String reason,
      String evidence,
      Instant at) {}

  /** A call to the provider; its headers and bodies are read apart. */
  record Call(String id, String operation, String outcome, Instant at) {}

  ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.set("report_line", line.map(CaseEvidence::json).orElse(null));
    json.set("payout", payout.map(CaseEvidence::json).orElse(null));
    ArrayNode history = json.putArray("payout_events");
    events.forEach(
        event ->
            history
                .addObject()
                .put("type", event.type())
                .put("applied", event.applied())
                .put("state", event.toState())
                .put("reason", event.reason())
                .put("evidence", event.evidence())
                .put("at", event.at().toString()));
    ArrayNode made = json.putArray("calls");
    calls.forEach(
        call ->
            made.addObject()
                .put("id", call.id())
                .put("operation", call.operation())
                .put("outcome", call.outcome())
                .put("at", call.at().toString()));
    return json;
  }

  private static ObjectNode json(Line line) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("place", line.place());
    json.put("kind", line.kind());
    json.put("client_reference", line.reference());
    json.put("provider_payout_id", line.providerPayoutId());
    json.set("money", line.money().map(CaseJson::money).orElse(null));
    json.put("status", line.status());
    json.put("provider_word", line.word());
    json.put("settled_at", line.settledAt() == null ? null : line.settledAt().toString());
    return json;
  }

  private static ObjectNode json(Payout payout) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("state", payout.state());
    json.set("money", CaseJson.money(payout.money()));
    json.put("provider_payout_id", payout.providerPayoutId());
    return json;
  }
}
