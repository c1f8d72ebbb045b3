// What clients and operators do.
package dev.semel.app.chaos.processes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.app.rig.Wait;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * The acts of clients and operators, chosen by chance. Each is repeated under its key until it is
 * answered.
 */
final class Acts {
  private static final String PAYOUTS = "/v1/payouts";

  /** The endings of account numbers that ask a partner for its faults; most ask for nothing. */
  private static final List<String> ENDINGS =
      List.of(
          "0001", "0001", "0001", "0001", "0001", "0001", "0002", "0003", "0004", "0005", "0006",
          "0007", "0008", "0009", "0011", "0014", "0015", "0017", "0018", "0021", "0022", "0023",
          "0024", "0025", "0026", "0031", "0032", "0033", "0034");

  private final Api api;
  private final Promises promises;
  private final List<String> providers;
  private final String prefix;

  Acts(Api api, Promises promises, List<String> providers, String prefix) {
    this.api = api;
    this.promises = promises;
    this.providers = providers;
    this.prefix = prefix;
  }

  /**
   * Does one thing.
   *
   * @param number which one it is; it names what it makes
   */
  void perform(int number, Random random) {
    String reference = prefix + number;
    int dice = random.nextInt(100);
    if (dice < 60) {
      create(random, reference, body(random, reference));
    } else if (dice < 70) {
      createAndFund(random, reference);
    } else if (dice < 78) {
      createAndCancel(random, reference);
    } else if (dice < 85) {
      createBatch(random, reference);
    } else if (dice < 91) {
      createAndHold(random, reference);
    } else if (dice < 95) {
      resendWhatIsHeld(random, reference);
    } else {
      expect(200, api.get(random, PAYOUTS + "?limit=20"), "a list of payouts");
    }
  }

  private String create(Random random, String reference, ObjectNode body) {
    promises.asked(reference);
    return create(random, PAYOUTS, reference, body).json().path("id").asText();
  }

  private Api.Answer create(Random random, String path, String key, ObjectNode body) {
    Api.Answer answer = api.post(random, path, key, body.toString());
    if (!expect(201, answer, "a create")) {
      return answer;
    }
    promises.created(new Promises.Created(path, key, body.toString(), answer));
    int dice = random.nextInt(4);
    if (dice == 0) {
      Api.Answer again = api.post(random, path, key, body.toString());
      if (!Arrays.equals(again.body(), answer.body()) || !again.replayed()) {
        broken(key, "was answered " + answer.text() + ", and then " + again.text());
      }
    } else if (dice == 1) {
      // What one server has promised every other one knows.
      expect(200, api.get(random, answer.location()), "reading what was created");
    }
    return answer;
  }

  private void createAndFund(Random random, String reference) {
    String id = create(random, reference, body(random, reference).put("funding", "pending"));
    pause(random);
    ObjectNode payment =
        object()
            .put("payment_reference", reference + "-payment")
            .put("amount", "9.80")
            .put("currency", "GBP")
            .put("captured_at", now().toString());
    Api.Answer answer =
        api.post(random, at(id, "/funding"), reference + "-fund", payment.toString());
    if (expect(200, answer, "the funding of " + id)) {
      promises.funded(id);
    }
  }

  /** Some in time, because they are to be sent later only; some race with being sent. */
  private void createAndCancel(Random random, String reference) {
    ObjectNode body = body(random, reference);
    if (random.nextBoolean()) {
      body.put("funding", "pending");
    }
    String id = create(random, reference, body);
    ObjectNode why = object().put("reason", "The customer changed their mind.");
    Api.Answer answer = api.post(random, at(id, "/cancel"), reference + "-cancel", why.toString());
    if (answer.status() == 200) {
      promises.cancelled(id);
    } else {
      expect(409, answer, "the cancel of " + id);
    }
  }

  private void createBatch(Random random, String reference) {
    ObjectNode body = object();
    ArrayNode payouts = body.putArray("payouts");
    int many = 2 + random.nextInt(6);
    for (int i = 1; i <= many; i++) {
      promises.asked(reference + "-" + i);
      payouts.add(body(random, reference + "-" + i));
    }
    create(random, "/v1/payout-batches", reference, body);
  }

  /** Some that are held stay so: a person is slow, and nothing may happen meanwhile. */
  private void createAndHold(Random random, String reference) {
    ObjectNode body = body(random, reference).put("submit_after", now().plusSeconds(2).toString());
    String id = create(random, reference, body);
    ObjectNode why = object().put("reason", "To be looked at.");
    Api.Answer held = api.post(random, operate(id, "/hold"), reference + "-hold", why.toString());
    if (held.status() != 200) {
      expect(409, held, "the hold of " + id);
    } else if (random.nextInt(5) > 0) {
      pause(random);
      Api.Answer released =
          api.post(random, operate(id, "/release"), reference + "-release", why.toString());
      // Another operator may have had it sent meanwhile.
      expect(released.status() == 409 ? 409 : 200, released, "the release of " + id);
    }
  }

  private void resendWhatIsHeld(Random random, String reference) {
    JsonNode held = api.get(random, PAYOUTS + "?status=held&limit=20").json().path("data");
    if (held.isEmpty()) {
      return;
    }
    String id = held.path(random.nextInt(held.size())).path("id").asText();
    ObjectNode why =
        object()
            .put("reason", "The fault is mended.")
            .put("statement", "The partner says that it is in order again.");
    Api.Answer answer =
        api.post(random, operate(id, "/resend"), reference + "-resend", why.toString());
    expect(answer.status() == 409 ? 409 : 200, answer, "the resend of " + id);
  }

  private boolean expect(int status, Api.Answer answer, String of) {
    if (answer.status() != status) {
      broken(of, "was answered " + answer.text() + ", not " + status);
    }
    return answer.status() == status;
  }

  private void broken(String what, String sentence) {
    promises.broken(new Finding(Finding.Kind.ANSWER, what, "", what + " " + sentence));
  }

  private ObjectNode body(Random random, String reference) {
    ObjectNode body = object().put("reference", reference);
    body.put("amount", "%d.%02d".formatted(10 + random.nextInt(990), random.nextInt(100)));
    body.put("currency", "KES").put("provider", providers.get(random.nextInt(providers.size())));
    ObjectNode beneficiary = body.putObject("beneficiary");
    beneficiary.put("name", "Amina Wanjiru").put("country", "KE").put("method", "bank_account");
    beneficiary
        .putObject("bank_account")
        .put("account_number", "001234" + ENDINGS.get(random.nextInt(ENDINGS.size())))
        .put("bank_code", "01");
    body.putObject("sender").put("name", "Jon Doe").put("country", "GB");
    return body;
  }

  private static String at(String id, String act) {
    return PAYOUTS + "/" + id + act;
  }

  private static String operate(String id, String act) {
    return "/v1/ops/payouts/" + id + act;
  }

  private static void pause(Random random) {
    Wait.rest(Duration.ofMillis(random.nextInt(1500)));
  }

  private static Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.MILLIS);
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }
}
