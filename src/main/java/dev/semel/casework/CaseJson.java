// Cases in the words of the contract.
package dev.semel.casework;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.domain.Money;
import dev.semel.domain.WireNames;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Writes cases as the contract shows them. */
final class CaseJson {
  private CaseJson() {}

  /** A case in a list. */
  static ObjectNode listItem(OpsCase opsCase) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("id", opsCase.id);
    json.put("kind", opsCase.kind);
    json.put("status", opsCase.status);
    json.put("severity", opsCase.severity);
    json.put("provider", opsCase.provider);
    json.put("payout_id", opsCase.payoutId);
    json.put("report_id", opsCase.reportId);
    json.put("report_line", opsCase.reportLine);
    json.put("opened_at", opsCase.openedAt.toString());
    json.put("due_at", opsCase.dueAt.toString());
    json.put("assignee", opsCase.assignee);
    json.set("risk", opsCase.risk().map(CaseJson::money).orElse(null));
    return json;
  }

  /** A case with its facts and its history. */
  static ObjectNode full(CaseView view) {
    OpsCase opsCase = view.opsCase();
    ObjectNode json = listItem(opsCase);
    json.put("summary", opsCase.summary);
    json.set("facts", view.facts());
    ArrayNode history = json.putArray("history");
    view.history().forEach(entry -> history.add(entry(entry)));
    json.set("evidence", view.evidence().json());
    ArrayNode actions = json.putArray("actions");
    CaseActions.of(opsCase, view.evidence()).forEach(action -> actions.add(action.json()));
    json.put("proposed_by", opsCase.proposedBy);
    json.put("proposed_at", text(opsCase.proposedAt));
    json.put("resolution", opsCase.resolution);
    json.put("note", opsCase.note);
    json.put("resolved_at", text(opsCase.resolvedAt));
    json.put("resolved_by", opsCase.resolvedBy);
    return json;
  }

  static ObjectNode money(Money money) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("amount", money.decimal())
        .put("currency", money.currency().code());
  }

  private static ObjectNode entry(CaseEntry entry) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("action", WireNames.of(entry.action()))
        .put("actor", entry.actor())
        .put("at", entry.at().toString())
        .put("text", entry.text());
  }

  private static @Nullable String text(@Nullable Instant instant) {
    return instant == null ? null : instant.toString();
  }
}
