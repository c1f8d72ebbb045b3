// What a person may safely do about a case as it stands.
package dev.semel.casework;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.domain.PayoutState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a person may safely do about a case, as both sides stand. Each names the operation that does
 * it and what to send there. Those about a payout ask the provider once more before anything is
 * decided, and take a second person.
 */
final class CaseActions {
  private CaseActions() {}

  /**
   * Something that a person may do.
   *
   * @param name what it is to people
   * @param operation the operation of the contract that does it
   * @param path where it is sent
   * @param body what is sent there; the reason is the person's own
   */
  record Action(String name, String operation, String path, ObjectNode body) {
    ObjectNode json() {
      ObjectNode json = JsonNodeFactory.instance.objectNode();
      json.put("action", name).put("operation", operation).put("path", path);
      json.set("body", body);
      return json;
    }
  }

  /** What may be done, the likeliest first. Nothing where the case is resolved. */
  static List<Action> of(OpsCase opsCase, CaseEvidence evidence) {
    List<Action> actions = new ArrayList<>();
    if (opsCase.isResolved()) {
      return actions;
    }
    evidence.payout().ifPresent(payout -> settle(actions, opsCase, payout, evidence.line()));
    actions.add(
        new Action(
            "ignore",
            "resolveCase",
            "/v1/ops/cases/" + opsCase.id + "/resolve",
            body(
                "resolution",
                opsCase.isProposed() ? String.valueOf(opsCase.resolution) : "ignored")));
    return actions;
  }

  private static void settle(
      List<Action> actions,
      OpsCase opsCase,
      CaseEvidence.Payout payout,
      Optional<CaseEvidence.Line> line) {
    switch (PayoutState.ofWireName(payout.state())) {
      case SUBMISSION_UNKNOWN -> {
        line.map(CaseEvidence.Line::providerPayoutId)
            .ifPresent(
                theirs ->
                    actions.add(
                        settle(
                            "adopt",
                            opsCase,
                            line,
                            body("outcome", "sent").put("provider_payout_id", theirs))));
        if (line.filter(told -> told.status().equals("failed")).isPresent()) {
          actions.add(settle("settle", opsCase, line, body("outcome", "failed")));
        }
      }
      case SENT -> {
        if (payout.termsDiffer()) {
          line.map(CaseEvidence.Line::status)
              .filter(status -> List.of("paid", "returned", "failed").contains(status))
              .ifPresent(
                  status ->
                      actions.add(
                          settle(
                              status.equals("returned") ? "return" : "settle",
                              opsCase,
                              line,
                              body("outcome", status))));
        }
      }
      case AWAITING_FUNDS, READY, SUBMITTING, HELD, PAID, FAILED, RETURNED, CANCELLED -> {}
    }
  }

  private static Action settle(
      String name, OpsCase opsCase, Optional<CaseEvidence.Line> line, ObjectNode body) {
    body.put(
        "statement",
        "Line "
            + line.map(CaseEvidence.Line::place).map(String::valueOf).orElse("?")
            + " of report "
            + opsCase.reportId
            + ", case "
            + opsCase.id);
    return new Action(
        name, "settlePayout", "/v1/ops/payouts/" + opsCase.payoutId + "/settle", body);
  }

  private static ObjectNode body(String name, String value) {
    return JsonNodeFactory.instance.objectNode().put(name, value);
  }
}
