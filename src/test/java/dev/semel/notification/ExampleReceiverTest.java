// The receiver of the documentation, run by node, believes what Semel signs and nothing else.
package dev.semel.notification;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.NodeTools;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ExampleReceiverTest {
  private static final Path SOURCE = Path.of("docs", "examples", "typescript");
  private static final Path COMPILED = Path.of("target", "examples", "receiver");
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final SigningKey SECRET = SigningKey.make(SigningKey.Kind.HMAC_SHA256, RANDOM);
  private static final SigningKey PAIR = SigningKey.make(SigningKey.Kind.ED25519, RANDOM);
  private static final SigningKey STRANGER = SigningKey.make(SigningKey.Kind.HMAC_SHA256, RANDOM);

  private static @Nullable Process receiver;
  private static @Nullable BufferedReader output;
  private static URI address = URI.create("http://127.0.0.1:1/");

  @BeforeAll
  static void listen() throws IOException, InterruptedException {
    NodeTools node = NodeTools.find();
    NodeTools.Result compiled =
        node.run(
            Map.of(),
            node.file("typescript/lib/tsc.js"),
            "--project",
            SOURCE.toString(),
            "--typeRoots",
            node.file("@types").toString(),
            "--outDir",
            COMPILED.toString());
    assertThat(compiled).isEqualTo(new NodeTools.Result(0, ""));
    Files.writeString(
        COMPILED.resolve("package.json"), Files.readString(SOURCE.resolve("package.json")));
    String keys = SECRET.secretText().orElseThrow() + " " + PAIR.publicText().orElseThrow();
    receiver =
        node.start(Map.of("SEMEL_WEBHOOK_KEYS", keys, "PORT", "0"), COMPILED.resolve("receive.js"));
    output =
        new BufferedReader(
            new InputStreamReader(receiver.getInputStream(), StandardCharsets.UTF_8));
    address = URI.create("http://127.0.0.1:" + line().replace("listening on ", "") + "/");
  }

  @AfterAll
  static void stop() {
    if (receiver != null) {
      receiver.destroyForcibly();
    }
  }

  @Test
  void what_is_signed_with_any_of_its_keys_is_taken_once_and_in_order() throws Exception {
    assertThat(send(message("evt_1", 3, "sent", Instant.now(), SECRET))).isEqualTo(204);
    assertThat(line()).isEqualTo("payout.sent po_1 sent");
    assertThat(send(message("evt_2", 5, "paid", Instant.now(), PAIR))).isEqualTo(204);
    assertThat(line()).isEqualTo("payout.paid po_1 paid");
    assertThat(send(message("evt_1", 3, "sent", Instant.now(), STRANGER, SECRET))).isEqualTo(204);
    assertThat(line()).isEqualTo("again evt_1");
    assertThat(send(message("evt_3", 4, "sent", Instant.now(), PAIR, SECRET))).isEqualTo(204);
    assertThat(line()).isEqualTo("late evt_3");
    SignedMessage test =
        SignedMessage.of(
            "evt_9",
            Instant.now(),
            EventJson.test("evt_9", Instant.now()).toString().getBytes(StandardCharsets.UTF_8),
            List.of(PAIR));
    assertThat(send(test)).isEqualTo(204);
    assertThat(line()).isEqualTo("webhook.test - -");
  }

  @Test
  void what_is_signed_by_another_or_changed_or_old_is_refused() throws Exception {
    SignedMessage good = message("evt_7", 7, "paid", Instant.now(), SECRET);
    byte[] changed = "{\"id\":\"evt_7\"}".getBytes(StandardCharsets.UTF_8);
    assertThat(send(message("evt_7", 7, "paid", Instant.now(), STRANGER))).isEqualTo(401);
    assertThat(send(new SignedMessage(good.headers(), changed))).isEqualTo(401);
    for (int seconds : List.of(-400, 400)) {
      Instant at = Instant.now().plusSeconds(seconds);
      assertThat(send(message("evt_7", 7, "paid", at, SECRET))).isEqualTo(401);
    }
    assertThat(send(new SignedMessage(Map.of(), good.body()))).isEqualTo(401);
  }

  private static SignedMessage message(
      String id, int sequence, String status, Instant at, SigningKey... keys) {
    Event event =
        new Event(
            id,
            "payout." + status,
            at,
            "po_1",
            sequence,
            "{\"payout\":{\"id\":\"po_1\",\"status\":\"" + status + "\"}}",
            1);
    byte[] body = EventJson.full(event).toString().getBytes(StandardCharsets.UTF_8);
    return SignedMessage.of(id, at, body, List.of(keys));
  }

  private static int send(SignedMessage message) throws IOException, InterruptedException {
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(address).POST(BodyPublishers.ofByteArray(message.body()));
      message.headers().forEach(request::header);
      return http.send(request.build(), BodyHandlers.discarding()).statusCode();
    }
  }

  private static String line() throws IOException {
    return output == null ? "" : String.valueOf(output.readLine());
  }
}
