// What the client does in the scenes.
package dev.semel.app.demo;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** The ways in which the client of the story asks for payouts. */
final class Asks {
  private static final int AT_ONCE = 20;

  private Asks() {}

  /** Asks once. */
  static String once(Stage stage, Scene scene) {
    return stage.create(scene, stage.body(scene));
  }

  /** Asks twenty times at the same moment, with one key, and wants twenty equal answers. */
  static String twentyTimesAtOnce(Stage stage, Scene scene) {
    ObjectNode body = stage.body(scene);
    Callable<Client.Answer> ask =
        () -> stage.client().post("/v1/payouts", stage.reference(scene), body);
    Set<String> answers = new HashSet<>();
    String id = "";
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Client.Answer>> asks = IntStream.range(0, AT_ONCE).mapToObj(_ -> ask).toList();
      for (Future<Client.Answer> each : threads.invokeAll(asks)) {
        Client.Answer answer = each.get();
        Stage.expect(answer, 201, "one of " + AT_ONCE + " equal requests");
        answers.add(answer.text());
        id = answer.text("id");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DemoException("The demo was interrupted.", e);
    } catch (ExecutionException e) {
      throw new DemoException("One of " + AT_ONCE + " equal requests failed.", e);
    }
    if (answers.size() != 1) {
      throw new DemoException(
          "%d equal requests got %d different answers.".formatted(AT_ONCE, answers.size()));
    }
    stage
        .narrator()
        .note(scene.number(), AT_ONCE + " requests, " + AT_ONCE + " equal answers: one payout");
    return id;
  }

  /** Asks while the partner refuses connections. */
  static String whilePartnerIsAway(Stage stage, Scene scene) {
    stage.partner().away(Duration.ofMillis(1_500));
    stage.narrator().note(scene.number(), "the partner refuses connections for 1.5 s");
    return once(stage, scene);
  }

  /** Asks before the sender has paid, says that the payment cleared, then reports another one. */
  static String thenFundsTwice(Stage stage, Scene scene) {
    String id = unfunded(stage, scene);
    String path = "/v1/payouts/" + id + "/funding";
    String key = stage.reference(scene) + "-payment-";
    Stage.expect(
        stage.client().post(path, key + 1, payment(stage, scene, 1)), 200, "confirming the funds");
    Client.Answer second = stage.client().post(path, key + 2, payment(stage, scene, 2));
    Stage.expect(second, 409, "a second payment");
    stage
        .narrator()
        .note(scene.number(), "a second, different payment: 409, and an alert to give it back");
    return id;
  }

  /** Asks before the sender has paid, then changes their mind. */
  static String thenCancels(Stage stage, Scene scene) {
    String id = unfunded(stage, scene);
    ObjectNode reason =
        JsonNodeFactory.instance.objectNode().put("reason", "The customer changed their mind.");
    Client.Answer answer =
        stage
            .client()
            .post("/v1/payouts/" + id + "/cancel", stage.reference(scene) + "-cancel", reason);
    Stage.expect(answer, 200, "cancelling");
    return id;
  }

  /** Asks with a deadline that passes before the sender has paid. */
  static String withDeadline(Stage stage, Scene scene) {
    Instant deadline = Instant.now().plusMillis(1_200).truncatedTo(ChronoUnit.MILLIS);
    ObjectNode body =
        stage.body(scene).put("funding", "pending").put("submit_before", deadline.toString());
    return stage.create(scene, body);
  }

  private static String unfunded(Stage stage, Scene scene) {
    return stage.create(scene, stage.body(scene).put("funding", "pending"));
  }

  private static ObjectNode payment(Stage stage, Scene scene, int number) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("payment_reference", stage.reference(scene) + "-payment-" + number)
        .put("amount", "9.80")
        .put("currency", "GBP")
        .put("captured_at", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
  }
}
