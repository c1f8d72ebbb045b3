// A server whose workers are stepped by hand, with partners that sign their webhooks in three ways.
package dev.semel.webhook;

import dev.semel.testing.ProviderFileText;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A server whose webhook workers are stepped by hand, with partners made of the simulator's file:
 * {@code signed}; {@code timed}, whose events have no number; {@code plain}, whose events have
 * neither number nor time; {@code theirs}, whose events name only the partner's id; {@code
 * confirming}, whose final states are asked about; {@code rebounding}, whose failure after paid is
 * a return; {@code later}, whose answers come later by message; {@code unsigned} and {@code
 * flooded}, which do not sign; {@code headed}, whose ids are in a header; {@code formed} and {@code
 * tagged}, which send forms and XML; and {@code tested}, whose bodies say what is a test. Nothing
 * answers at their address.
 */
public final class WebhookProfile implements QuarkusTestProfile {
  static final String SECRET = "whsec-of-the-test";

  private static final Path DIRECTORY = Path.of("target", "test-webhook-providers");

  @Override
  public Map<String, String> getConfigOverrides() {
    try {
      writeFiles();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, String> config = new HashMap<>();
    config.put("SEMEL_PROVIDERS_DIR", DIRECTORY.toAbsolutePath().toString());
    config.put("SEMEL_PROVIDERS_ORDER", "simulator");
    for (String name :
        List.of(
            "SIGNED",
            "TIMED",
            "PLAIN",
            "THEIRS",
            "CONFIRMING",
            "REBOUNDING",
            "LATER",
            "UNSIGNED",
            "FLOODED",
            "HEADED",
            "FORMED",
            "TAGGED",
            "TESTED")) {
      config.put("SEMEL_PROVIDER_" + name + "_BASE_URL", "http://127.0.0.1:1");
      config.put("SEMEL_PROVIDER_" + name + "_API_KEY", "key-of-the-test");
      config.put("SEMEL_PROVIDER_" + name + "_WEBHOOK_SECRET", SECRET);
    }
    config.put("semel.webhook.workers", "0");
    config.put("semel.webhook.park-for", "PT2S");
    config.put("semel.webhook.tries", "2");
    config.put("semel.webhook.retry-base", "PT0.1S");
    config.put("semel.webhook.quarantine-messages", "5");
    config.put("semel.webhook.hint-messages", "40");
    config.put("semel.webhook.hint-pause", "PT1M");
    config.put("semel.webhook.hint-questions", "2");
    return config;
  }

  private static void writeFiles() throws IOException {
    Files.createDirectories(DIRECTORY);
    String file = ProviderFileText.simulator().text();
    String number = ", sequence: /sequence";
    write("signed", file);
    write("timed", file.replace(number, ""));
    write("plain", file.replace(", occurred_at: /created_at" + number, ""));
    write(
        "theirs",
        file.replace(
            "type: /type, reference: /data/client_reference, provider_id",
            "type: /type, provider_id"));
    write("confirming", file.replace("confirm_terminal: false", "confirm_terminal: true"));
    write(
        "rebounding",
        file.replace("cancelled: []", "cancelled: [cancelled]")
            .replace(
                "\nwebhook:\n",
                "\nafter_paid: {failed: returned, cancelled: processing}\nwebhook:\n"));
    write(
        "later",
        file.replace(
                "status: /data/status, amount: /data/amount, currency: /data/currency",
                "status: {at: /data/status, optional: true}, amount: {at: /data/amount, optional: true}, currency: {at: /data/currency, optional: true}")
            .replaceFirst(
                "(?s)  signature:\n.*?(?=  events:)",
                "  signature: {kind: none}\n  results: {secret: \"\\${secret.webhook_secret}\"}\n")
            .replace(
                "query: {client_reference: \"${attempt.reference}\"}",
                "query: {client_reference: \"${attempt.reference}\", callback: \"${question.token}\"}")
            .replaceFirst(
                "\nlookup:(?s:.*?)  answers:\n", "$0    - {when: {status: 202}, is: pending}\n"));
    String unsigned =
        file.replace("\nwebhook:\n", "\nwebhook:\n  by_put: true\n")
            .replaceFirst("(?s)  signature:\n.*?(?=  events:)", "  signature: {kind: none}\n");
    write("unsigned", unsigned);
    String testing =
        unsigned.replace("  events: ", "  test_messages: {body: {/live: false}}\n  events: ");
    write("flooded", testing);
    write("headed", file.replace("  events: ", "  id_header: X-Event-Id\n  events: "));
    write(
        "formed",
        file.replace("  events: ", "  format: form\n  events: ").replace("/data/", "/data."));
    write("tagged", file.replace("  events: \"\"", "  format: xml\n  events: /notice/event"));
    write(
        "tested",
        file.replace("  events: ", "  test_messages: {body: {/live: false}}\n  events: "));
  }

  private static void write(String name, String file) throws IOException {
    Files.writeString(
        DIRECTORY.resolve(name + ".yaml"),
        file.replace("provider: simulator", "provider: " + name)
            .replace("title: Simulator", "title: " + name));
  }
}
