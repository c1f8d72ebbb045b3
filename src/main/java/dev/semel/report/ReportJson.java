// Reports in the words of the contract.
package dev.semel.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.domain.WireNames;
import dev.semel.json.Shortened;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes reports as the contract shows them. */
final class ReportJson {
  private ReportJson() {}

  /** A report in a list. */
  static ObjectNode listItem(ReportView report) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("id", report.id())
        .put("provider", report.provider())
        .put("business_date", report.businessDate().toString())
        .put("status", WireNames.of(report.status()))
        .put("fault", report.fault().map(WireNames::of).orElse(null))
        .put("reason", report.reason().orElse(null))
        .put("sha256", HexFormat.of().formatHex(report.hash()))
        .put("size", report.size())
        .put("content_type", report.contentType())
        .put("content_kept", report.kept())
        .put("received_at", report.receivedAt().toString())
        .put("rows", report.rows().orElse(null));
    return json;
  }

  /** A report with how it came and what happened to it. */
  static ObjectNode full(ReportDossier.Found found) {
    ObjectNode json = listItem(found.report());
    found
        .report()
        .proposal()
        .ifPresentOrElse(
            proposal -> json.set("release", proposal(proposal)), () -> json.putNull("release"));
    ArrayNode deliveries = json.putArray("deliveries");
    found.deliveries().forEach(delivery -> deliveries.add(delivery(delivery)));
    ArrayNode history = json.putArray("history");
    found
        .history()
        .forEach(
            entry ->
                history
                    .addObject()
                    .put("action", WireNames.of(entry.act()))
                    .put("text", entry.text().orElse(null))
                    .put("actor", entry.actor())
                    .put("at", entry.at().toString()));
    return json;
  }

  private static ObjectNode proposal(ReportView.Proposal proposal) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("proposed_by", proposal.by())
        .put("reason", proposal.reason())
        .put("proposed_at", proposal.at().toString());
  }

  /** What was proved, as it is kept and shown. */
  static ArrayNode proofs(List<ReportProof> proofs) {
    ArrayNode json = JsonNodeFactory.instance.arrayNode();
    proofs.forEach(
        proof ->
            json.addObject()
                .put("kind", WireNames.of(proof.kind()))
                .put("by", proof.by().orElse(null))
                .put("made_at", time(proof.madeAt())));
    return json;
  }

  private static ObjectNode delivery(DeliveryView delivery) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("number", delivery.number())
        .put("way", WireNames.of(delivery.way()))
        .put("label", delivery.label())
        .put("checksum", delivery.checksum().map(ReportJson::text).orElse(null))
        .put("signature", delivery.signed())
        .put("received_at", delivery.receivedAt().toString())
        .put("decided_at", time(delivery.decidedAt()));
    decide(json, delivery.decision());
    json.set("proofs", delivery.proofs());
    ArrayNode tries = json.putArray("tries");
    delivery
        .tries()
        .forEach(one -> tries.addObject().put("at", one.at().toString()).put("fault", one.fault()));
    return json;
  }

  private static void decide(ObjectNode json, Optional<GateDecision> decision) {
    Optional<GateDecision.Quarantine> held =
        decision.flatMap(
            made ->
                made instanceof GateDecision.Quarantine one ? Optional.of(one) : Optional.empty());
    json.put("decision", decision.map(ReportJson::word).orElse(null))
        .put("fault", held.map(one -> WireNames.of(one.reason())).orElse(null))
        .put("evidence", held.map(GateDecision.Quarantine::evidence).orElse(null))
        .put("expected", held.flatMap(GateDecision.Quarantine::expected).orElse(null))
        .put("found", held.flatMap(GateDecision.Quarantine::found).orElse(null));
    if (decision.isPresent() && decision.get() instanceof GateDecision.Suppress suppress) {
      json.put("suppressed_by", suppress.earlier());
    } else {
      json.putNull("suppressed_by");
    }
  }

  private static String word(GateDecision decision) {
    return switch (decision) {
      case GateDecision.Accept _ -> "accept";
      case GateDecision.Quarantine _ -> "quarantine";
      case GateDecision.Suppress _ -> "suppress";
    };
  }

  /** What somebody sent, as text that can be shown. */
  private static String text(byte[] file) {
    String text = new String(file, StandardCharsets.UTF_8).replace('\0', '\uFFFD');
    return Shortened.to(text, 2000);
  }

  private static @Nullable String time(Optional<Instant> instant) {
    return instant.map(Instant::toString).orElse(null);
  }
}
