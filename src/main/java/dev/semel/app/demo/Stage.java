// What the scenes are played with.
package dev.semel.app.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * What the scenes are played with.
 *
 * @param client calls our API
 * @param partner the simulator
 * @param narrator tells what happens
 * @param prefix begins all references and keys of this run
 */
record Stage(Client client, Partner partner, Narrator narrator, String prefix) {
  private static final List<String> NAMES =
      List.of("Amina Wanjiru", "Otieno Odhiambo", "Njeri Kamau", "Zainab Hassan", "Kiprono Langat");

  /** The client's own reference of a scene's payout; its idempotency key is the same. */
  String reference(Scene scene) {
    return "%s-%02d".formatted(prefix, scene.number());
  }

  /** The body of a scene's payout. */
  ObjectNode body(Scene scene) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("reference", reference(scene));
    body.put("amount", "%d.50".formatted(1000 + 25 * scene.number()));
    body.put("currency", "KES").put("provider", "simulator");
    ObjectNode beneficiary = body.putObject("beneficiary");
    beneficiary.put("name", NAMES.get(scene.number() % NAMES.size())).put("country", "KE");
    beneficiary.put("method", "bank_account");
    beneficiary
        .putObject("bank_account")
        .put("account_number", scene.account())
        .put("bank_code", "01");
    return body;
  }

  /** Asks for a payout, which has to be accepted, and returns its id. */
  String create(Scene scene, ObjectNode body) {
    Client.Answer answer = client.post("/v1/payouts", reference(scene), body);
    expect(answer, 201, "creating " + reference(scene));
    return answer.text("id");
  }

  /** Makes sure of an answer's status. */
  static void expect(Client.Answer answer, int status, String doing) {
    if (answer.status() != status) {
      throw new DemoException(
          "%s was answered %d, not %d: %s"
              .formatted(doing, answer.status(), status, answer.text()));
    }
  }

  /** The history of a payout, oldest first. */
  List<JsonNode> history(String payoutId) {
    return client.all("/v1/payouts/" + payoutId + "/events");
  }

  /** The reference under which the partner knows the payout. */
  String clientReference(String payoutId) {
    return client.get("/v1/payouts/" + payoutId).path("client_reference").asText();
  }
}
