// What clients were told, and so rely on.
package dev.semel.app.chaos.processes;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Remembers what was asked, every answer that promised something, and answers that broke one. */
final class Promises {
  private final Set<String> asked = ConcurrentHashMap.newKeySet();
  private final Map<String, String> accepted = new ConcurrentHashMap<>();
  private final Set<String> cancelled = ConcurrentHashMap.newKeySet();
  private final Set<String> funded = ConcurrentHashMap.newKeySet();
  private final ConcurrentLinkedQueue<Created> created = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<Finding> broken = new ConcurrentLinkedQueue<>();

  /** A request that was answered 201, and how. */
  record Created(String path, String key, String body, Api.Answer answer) {}

  /** A client uses this reference from now on. */
  void asked(String reference) {
    asked.add(reference);
  }

  /** A create, or a batch of them, was answered 201. */
  void created(Created create) {
    created.add(create);
    JsonNode answer = create.answer().json();
    List<JsonNode> payouts = new ArrayList<>();
    if (answer.has("payouts")) {
      answer.path("payouts").forEach(payouts::add);
    } else {
      payouts.add(answer);
    }
    payouts.forEach(one -> accepted.put(one.path("reference").asText(), one.path("id").asText()));
  }

  void cancelled(String id) {
    cancelled.add(id);
  }

  void funded(String id) {
    funded.add(id);
  }

  /** An answer was not what an earlier one, or the contract, had promised. */
  void broken(Finding finding) {
    broken.add(finding);
  }

  /** The id that was answered for each reference. */
  Map<String, String> acceptedByReference() {
    return Map.copyOf(accepted);
  }

  Set<String> askedReferences() {
    return Set.copyOf(asked);
  }

  Set<String> cancelledIds() {
    return Set.copyOf(cancelled);
  }

  Set<String> fundedIds() {
    return Set.copyOf(funded);
  }

  List<Created> allCreated() {
    return List.copyOf(created);
  }

  List<Finding> allBroken() {
    return List.copyOf(broken);
  }
}
